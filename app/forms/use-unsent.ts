import { useEffect, useRef } from 'react';
import { valuesOf } from './keep-form';
import { bringBack, keepUnsent, takeUnsent } from './unsent';

/**
 * Keeps what a form holds over a way to the sign-in and back in this tab.
 *
 * @param owner whose form it is: nobody else gets it back.
 * @param unsaved whether leaving now would lose something.
 */
export function useUnsent(formId: string, owner: string, unsaved: boolean): void {
  const lost = useRef(unsaved);
  lost.current = unsaved;
  useEffect(() => {
    const form = document.getElementById(formId) as HTMLFormElement | null;
    if (!form) return;
    const key = `${formId} of ${owner}`;
    const left = takeUnsent(key);
    if (left) bringBack(form, left.values);
    return () => {
      if (lost.current) keepUnsent(key, { values: valuesOf(form) });
    };
  }, [formId, owner]);
}
