import { useLocation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { wasLeftLate } from './keep-form';

/** Until what a page sent when it was left is certainly stored. */
const settledMs = 400;

/**
 * A key for a form: another one when its stored values changed and no one has touched it yet, or when its reader asked
 * for other values by another query (a template). After a reload the server is asked once more: it may have been asked
 * before it had stored what the page left behind.
 */
export function useFreshForm(formId: string, path: string, stored: unknown): string {
  const { revalidate } = useRevalidator();
  const ask = useRef(revalidate);
  ask.current = revalidate;
  const touched = useRef(false);
  const { search } = useLocation();
  const asked = useRef(search);
  if (asked.current !== search) touched.current = false;
  asked.current = search;
  const values = JSON.stringify(stored);
  const shown = useRef({ values, round: 0 });
  if (!touched.current && shown.current.values !== values)
    shown.current = { values, round: shown.current.round + 1 };
  useEffect(() => {
    const onTouch = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('form')?.id === formId)
        touched.current = true;
    };
    const listening = new AbortController();
    for (const event of ['focusin', 'input'])
      document.addEventListener(event, onTouch, { signal: listening.signal });
    const timer = wasLeftLate(path) ? setTimeout(() => ask.current(), settledMs) : undefined;
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [formId, path]);
  return String(shown.current.round);
}
