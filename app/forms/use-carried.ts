import { useEffect } from 'react';

/** Fills in what the forms of this page held before it was loaded in another language; nothing remembers it after. */
export function useCarried(): void {
  useEffect(() => {
    const { typed, ...rest } = (history.state ?? {}) as { typed?: [] };
    if (!typed) return;
    history.replaceState(rest, '');
    void import('./carry-typed').then(({ bringTyped }) => bringTyped(typed));
  }, []);
}
