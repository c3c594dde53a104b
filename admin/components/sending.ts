import { useEffect, useRef, useState } from 'react';
import { useLogoutIfAccessDenied, useNotify, useRefresh, type Identifier } from 'react-admin';
import { codeOf, faultsOf, messageOf, type Envelope, type Faults } from '../providers/answers';
import { useConsoleData } from '../providers/data-provider';
import { useOpenCase } from './casework/open-case';
import { useText } from '../text';

export interface Sending {
  /**
   * Null when it was refused; the person has been shown why by then. With `report` the words go there: a dialog
   * that stays open says itself why. It is not called where there is nothing to try again.
   */
  send(
    id: Identifier,
    action: string,
    body?: object,
    report?: (problem: string) => void,
  ): Promise<Envelope | null>;
  /** The record whose last action met another version than the one that was on the screen; nothing was decided. */
  readonly stale: Identifier | null;
  /** The action under way. */
  readonly pending: string | null;
  /** What the API found wrong with the body of the last action, by field. */
  readonly faults: Faults;
}

/** What only shows something, or notes it, takes nothing out of a colleague's hands. */
const decides = (action: string): boolean => !/^(read-|reveal|note$)/.test(action);

/**
 * Sends actions to records of a resource. Nothing is shown before the API took it and nothing can be undone.
 * When somebody else was quicker, the page says so and shows what is there now; a record that is no longer the one that
 * was looked at is named as `stale`. What a colleague has taken is decided after a question only.
 */
export function useSend(resource: string): Sending {
  const open = useOpenCase();
  const t = useText();
  const data = useConsoleData();
  const notify = useNotify();
  const refresh = useRefresh();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [pending, setPending] = useState<string | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [stale, setStale] = useState<Identifier | null>(null);

  const refused = async (error: unknown, report?: (problem: string) => void) => {
    if (await logoutIfAccessDenied(error)) return;
    setFaults(faultsOf(error));
    const tooLate = codeOf(error) === 'event_refused';
    const message = tooLate
      ? t('console.quicker')
      : messageOf(error, t('console.error.unreadable'));
    if (report && !tooLate) report(message);
    else notify(message, { type: tooLate ? 'warning' : 'error', autoHideDuration: 10_000 });
    if (tooLate) refresh();
  };

  return {
    pending,
    faults,
    stale,
    send: async (id, action, body, report) => {
      if (open && decides(action) && !(await open.mayDecide())) return null;
      setPending(action);
      setFaults({});
      setStale(null);
      try {
        const answer = await data.send(resource, id, action, body);
        notify(answer.message, { type: 'success' });
        refresh();
        return answer;
      } catch (error) {
        // Its page says what stands there now, next to the buttons.
        if (isStale(error, body)) {
          setStale(id);
          refresh();
        } else await refused(error, report);
        return null;
      } finally {
        setPending(null);
      }
    },
  };
}

const isStale = (error: unknown, body: object | undefined): boolean =>
  codeOf(error) === 'version_conflict' &&
  body !== undefined &&
  ('version' in body || 'edition' in body);

export interface Question {
  /** Why the answer was not taken; the dialog shows it and keeps what was typed. */
  readonly problem: string | null;
  /** Sends what was answered, and closes the dialog unless it can be tried again. */
  answer(id: Identifier, action: string, body?: object): Promise<Envelope | null>;
  /** For a dialog that is closed unanswered. */
  close(): void;
}

/** A dialog whose answer is sent: it stays open, with the API's words, while the answer is not taken. */
export function useQuestion({ send }: Pick<Sending, 'send'>, onClose: () => void): Question {
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => {
    setProblem(null);
    onClose();
  };
  return {
    problem,
    close,
    answer: async (id, action, body) => {
      let refused: string | null = null;
      setProblem(null);
      const taken = await send(id, action, body, (words) => (refused = words));
      if (refused === null) close();
      else setProblem(refused);
      return taken;
    },
  };
}

/** For a form: leads to the first field that the API says something against, wherever it has been scrolled to. */
export function useFaultFocus(faults: Faults) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  return form;
}
