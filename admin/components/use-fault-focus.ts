import { useEffect, useRef } from 'react';
import type { Faults } from '../providers/answers';

/** For a form: leads to the first field that the API says something against, wherever it has been scrolled to. */
export function useFaultFocus(faults: Faults) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  return form;
}
