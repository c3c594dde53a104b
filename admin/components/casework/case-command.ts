import { useState } from 'react';
import { useLogoutIfAccessDenied, useNotify } from 'react-admin';
import type { CaseRecord } from '#contracts/casework';
import { codeOf, messageOf } from '../../providers/answers';
import { useConsoleData } from '../../providers/data-provider';
import { readQuietly } from '../../providers/quietly';
import { useText } from '../../text';
import { useDesk } from './desk';
import { useOpenCase } from './open-case';

interface CaseCommand {
  /** Whether it was taken; the person has been shown why not by then. */
  run(action: 'take' | 'give-back' | 'give-on' | 'note', body?: object): Promise<boolean>;
  readonly pending: boolean;
}

/** Takes the open case, gives it away, or notes something about it, and shows how it stands then. */
export function useCaseCommand(): CaseCommand {
  const t = useText();
  const open = useOpenCase();
  const data = useConsoleData();
  const notify = useNotify();
  const { again } = useDesk();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [pending, setPending] = useState(false);
  return {
    pending,
    run: async (action, body) => {
      if (!open || pending) return false;
      const address = `cases/${open.kind}/${open.id}`;
      setPending(true);
      try {
        const answer = await data.command('POST', `${address}/${action}`, body);
        notify(answer.message, { type: 'success' });
        open.show(answer.data!.case as CaseRecord);
        again();
        return true;
      } catch (error) {
        if (await logoutIfAccessDenied(error)) return false;
        notify(messageOf(error, t('console.error.unreadable')), { type: 'warning' });
        const now = codeOf(error) === 'case_taken' && (await readQuietly<CaseRecord>(address));
        if (now) open.show(now);
        return false;
      } finally {
        setPending(false);
      }
    },
  };
}
