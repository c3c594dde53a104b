import type { StaffRecord } from '#contracts/identity';
import { useCommand } from '../components/use-command';
import { useText } from '../text';
import { OwnPanel } from './own-panel';
import { SessionRows } from './session-rows';
import { useOwn } from './use-own';

/** Where the acting person is signed in; every other place can be ended here. */
export function OwnSessions() {
  const t = useText();
  const own = useOwn<StaffRecord['sessions']>('sessions', 'sessions');
  const { run, pending } = useCommand();
  const end = async (id: string) => {
    if (await run('DELETE', `sessions/${id}`)) await own.again();
  };
  return (
    <OwnPanel title={t('console.account.sessions')} own={own}>
      {(sessions) => (
        <SessionRows sessions={sessions} pending={pending} onEnd={(id) => void end(id)} />
      )}
    </OwnPanel>
  );
}
