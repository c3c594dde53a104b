import type { ReactNode } from 'react';

/**
 * Holds the one primary action: on phones at the bottom of the screen, from 640 px on in the flow of the page.
 * Sticky, not fixed: a keyboard that shrinks the page moves it up instead of covering it.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-8 flex flex-wrap gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] *:grow sm:static sm:mx-0 sm:border-0 sm:px-0 sm:*:grow-0">
      {children}
    </div>
  );
}
