import { useLocation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { keepForm, type Keeping, type KeptForm, valuesOf, wasLeftLate } from './keep-form';
import { bringBack, keepUnsent, signOutsSoFar, takeUnsent } from './unsent';

interface KeptFormProps extends KeptForm {
  readonly formId: string;
  /** Whose form it is: nobody else gets back what could not be saved. */
  readonly owner: string;
  /** The answer to the form itself: while it stands on the page, the form was not taken. */
  readonly answer: { code?: string } | undefined;
}

/** As far as two texts can show: the version is the server's. */
const withoutVersion = (values: string): string => {
  const rest = new URLSearchParams(values);
  rest.delete('version');
  return rest.toString();
};

/** Saves a form while it is typed. What the server could not take comes back after a sign-in in this tab. */
export function useKeptForm(props: KeptFormProps): Keeping {
  const { formId, owner, answer, path, intent, pauseMs } = props;
  const [state, setState] = useState<Keeping>('nothing');
  const keeper = useRef<ReturnType<typeof keepForm> | null>(null);
  const lost = useRef(false);
  lost.current =
    state === 'signed-out' || state === 'unsaved' || answer?.code === 'unauthenticated';
  // Two texts stand on the page: only the form itself may choose.
  const decided = answer?.code === 'version_conflict';
  useEffect(() => {
    const form = document.getElementById(formId) as HTMLFormElement | null;
    if (!form || decided) return;
    const key = `${formId} of ${owner}`;
    const signOuts = signOutsSoFar();
    const started = keepForm(form, { path, intent, pauseMs }, setState);
    keeper.current = started;
    const left = takeUnsent(key);
    if (left) {
      const { values, saved = values } = left;
      if (withoutVersion(valuesOf(form)) !== withoutVersion(saved)) started.conflict();
      bringBack(form, values);
    }
    return () => {
      keeper.current = null;
      const left = { values: valuesOf(form), saved: started.saved() };
      const ended = started.stop();
      if (lost.current) keepUnsent(key, left);
      // The session may have ended while the page was being left: nobody has heard of it yet.
      else
        void ended.then((taken) => {
          if (taken) takeUnsent(key);
          else if (signOutsSoFar() === signOuts) keepUnsent(key, left);
        });
    };
  }, [formId, owner, path, intent, pauseMs, decided]);
  useEffect(() => {
    if (answer) keeper.current?.reopen();
  }, [answer]);
  return state;
}

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
