import { useState } from 'react';
import { useLogoutIfAccessDenied, useNotify, useRefresh } from 'react-admin';
import { messageOf, type Envelope } from '../providers/answers';
import { useConsoleData } from '../providers/data-provider';
import { useText } from '../text';

export interface Command {
  /** Null when it was refused; the person has been shown why by then. */
  run(method: 'POST' | 'DELETE', address: string, body?: object): Promise<Envelope | null>;
  readonly pending: boolean;
}

/** Sends what is no action of a record; says what the API said, and shows what is there now: by `show`, else by reading it again. */
export function useCommand(show?: (answer: Envelope) => void): Command {
  const t = useText();
  const data = useConsoleData();
  const notify = useNotify();
  const refresh = useRefresh();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [pending, setPending] = useState(false);
  return {
    pending,
    run: async (method, address, body) => {
      setPending(true);
      try {
        const answer = await data.command(method, address, body);
        if (show) show(answer);
        else refresh();
        return answer;
      } catch (error) {
        if (!(await logoutIfAccessDenied(error)))
          notify(messageOf(error, t('console.error.unreadable')), { type: 'error' });
        return null;
      } finally {
        setPending(false);
      }
    },
  };
}
