import { seconds } from '#platform/base/duration';

/** A look this late after the last one: this process, or the database, stood still meanwhile. */
const gap = seconds(3);
/** Every living worker has said twice within it that it holds its claims; one of the release before, once. */
const enough = seconds(7);

/**
 * Whether the silence of others means anything. After the database was away, or this process stood still,
 * claims look abandoned that are held: their workers could not say so. Milliseconds of any steady clock.
 */
export function createCalm() {
  let since: number | null = null;
  let last = 0;
  return {
    /** A look begins; true when looks have gone well for long enough. */
    look(at: number): boolean {
      if (since === null || at - last > gap) since = at;
      last = at;
      return at - since >= enough;
    },
    /** A look has failed. */
    broken(): void {
      since = null;
    },
  };
}
