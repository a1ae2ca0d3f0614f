// What pages know better than lib.dom: queries find HTML elements, unless the caller names another type.

interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
}
interface Element {
  closest<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  closest<E extends Element = HTMLElement>(selectors: string): E | null;
}

// An element whose template writes these data attributes.
type WithData<Name extends string, E extends HTMLElement = HTMLElement> = E & { dataset: Record<Name, string> };
// The form with these named fields.
type WithFields<Fields> = HTMLFormElement & { elements: Fields };
// A form as submitted by one of its buttons.
type FormSubmit = SubmitEvent & { readonly target: HTMLFormElement; readonly submitter: HTMLButtonElement | null };
// The values of a form to send, by name.
type Fields = Record<string, string | number | boolean | null | undefined>;
// The element by which pages/opening.js hands the drawings to drawing/drawings.js.
type Opening = WithData<"then" | "with"> & { drawings?: Promise<string | null> };

interface Navigator {
  readonly connection?: { saveData: boolean }; // Chromium only
}
