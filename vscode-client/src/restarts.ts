// How often and how soon a server that ends by itself is started again.

/** In how many milliseconds ends are counted together. */
const WINDOW = 180_000;
/** How many ends are too many in that time. */
export const MOST = 5;
/** How many milliseconds are waited after the first end; each further one doubles them. */
const FIRST = 500;

/** Remembers when a server ended. */
export class Restarts {
  private ends: number[] = [];

  /** How many milliseconds to wait before the next start; undefined when it ended too often. `now` is the time in milliseconds. */
  next(now: number): number | undefined {
    this.ends = [...this.ends.filter((end) => now - end < WINDOW), now];
    return this.ends.length >= MOST ? undefined : FIRST * 2 ** (this.ends.length - 1);
  }

  /** Begin anew, because somebody asked for it. */
  forget(): void {
    this.ends = [];
  }
}
