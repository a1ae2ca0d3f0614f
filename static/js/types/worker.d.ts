// What pages/service_worker.js has beside a page: lib.webworker declares it, and excludes lib.dom.

declare const registration: ServiceWorkerRegistration;
declare const clients: {
  claim(): Promise<void>;
  matchAll(options: { includeUncontrolled: boolean }): Promise<{ readonly url: string }[]>;
};
declare function skipWaiting(): Promise<void>;

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
type ExtendableMessageEvent = MessageEvent & ExtendableEvent;

interface WindowEventMap {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
}
