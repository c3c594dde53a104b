import { useEffect, useState } from 'react';

/** A part of a page that is loaded once the page is there; null until then, and where it cannot be loaded. `load` stays the same. */
export function useLater<M>(load: () => Promise<M>): M | null {
  const [part, setPart] = useState<{ readonly value: M } | null>(null);
  useEffect(() => {
    let open = true;
    load().then(
      (value) => open && setPart({ value }),
      // The page works without it.
      () => undefined,
    );
    return () => {
      open = false;
    };
  }, [load]);
  return part?.value ?? null;
}
