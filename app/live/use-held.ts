import { useState } from 'react';

interface Held<T> {
  readonly key: string;
  readonly data: T;
}

/**
 * Shows what a page was loaded with until its reader asks for what came since, so that nothing moves under the finger.
 * Another `key` (an address, an answer to the reader's own form) and data that need not be held are shown at once.
 */
export function useHeld<T>(
  fresh: T,
  { key, hold }: { key: string; hold: (shown: T) => boolean },
): { shown: T; changed: boolean; show: () => void } {
  const [held, setHeld] = useState<Held<T>>({ key, data: fresh });
  const differs = held.data !== fresh && JSON.stringify(held.data) !== JSON.stringify(fresh);
  const stays = held.key === key && (!differs || hold(held.data));
  const show = () => setHeld({ key, data: fresh });
  if (!stays) show();
  return { shown: stays ? held.data : fresh, changed: stays && differs, show };
}
