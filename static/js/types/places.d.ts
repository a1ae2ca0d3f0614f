// A place of the round's page, described in places/one_page.js; `found` are the numbers in its address.
interface Place {
  name: string;
  address: RegExp;
  model(...found: number[]): object;
  mayGo?(...found: number[]): boolean;
  step?(event: SubmitEvent): (() => void) | null;
  heard?(own: boolean): boolean;
  opened?(...found: number[]): void;
  isLike?(...found: number[]): boolean;
  left?(): void;
}
