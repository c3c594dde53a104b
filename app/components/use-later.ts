import { useEffect, useState, type ComponentType } from 'react';

/**
 * A component that a page does without until it is wanted, or until it stands; null before it is there, and where it
 * cannot be had. `load` stays the same function.
 */
export function useLater<P>(
  wanted: boolean,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> | null {
  const [component, setComponent] = useState<ComponentType<P> | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    load().then(
      (loaded) => {
        if (!gone) setComponent(() => loaded);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [wanted, load]);
  return component;
}
