import { useState } from 'react';
import { Button } from '../components/button';
import { useText } from '#app/i18n/use-text';

/** Says at the screen's lower edge that what is shown is no longer all there is; floats, so that nothing moves. */
export function NewsBar({ changed, show }: { changed: boolean; show: () => void }) {
  const t = useText();
  const showAndStay = () => {
    show();
    // The button goes with what it showed; the keyboard must not go with it.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-20 flex justify-center px-4 print:hidden"
    >
      {changed ? (
        <div className="pointer-events-auto flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-float">
          <span className="font-semibold">{t('offers.news.changed')} </span>
          <Button type="button" onClick={showAndStay}>
            {t('offers.news.show')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

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
