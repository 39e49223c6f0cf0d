// When to restart a server that has exited, with exponential back-off.

/** The period in which exits are counted, in milliseconds. */
const WINDOW = 180_000;
/** The number of exits in that period after which the server is not restarted. */
export const MAX_EXITS = 5;
/** Milliseconds to wait after the first exit; each further exit doubles them. */
const FIRST_DELAY = 500;

/** The recent exits of a server. */
export class Restarts {
  private exits: number[] = [];

  /** Milliseconds to wait before the next start; undefined if the server exited too often. `now` is the time in milliseconds. */
  next(now: number): number | undefined {
    this.exits = [...this.exits.filter((exit) => now - exit < WINDOW), now];
    return this.exits.length >= MAX_EXITS ? undefined : FIRST_DELAY * 2 ** (this.exits.length - 1);
  }

  /** Forget earlier exits, for a start on request of the user. */
  reset(): void {
    this.exits = [];
  }
}
