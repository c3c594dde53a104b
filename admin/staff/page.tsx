import type { StaffRecord, StaffState as State } from '#contracts/identity';
import { Facts, Panel } from '../components/panel';
import { PageHead } from '../components/page-head';
import { StatusChip, type Tone } from '../components/status-chip';
import { useSend } from '../components/sending';
import { When } from '../components/times';
import { useStaff } from '../providers/auth-provider';
import { useText } from '../text';
import { SessionRows } from './sessions';
import { ManageStaff } from './manage';

/** One account: what it may do, where it is signed in, and what an admin can change. */
export function StaffPage({ record }: { record: StaffRecord }) {
  const t = useText();
  const isOwn = useStaff()?.id === record.id;
  const { send, pending } = useSend('staff');
  const canEnd = record.allowedEvents.includes('end-session');
  return (
    <>
      <PageHead
        back="list"
        title={record.name}
        mark={<StaffState state={record.state} />}
        lead={isOwn ? t('console.staff.you') : undefined}
      />
      <div className="grid items-start gap-5 @min-[46rem]:grid-cols-2">
        <Panel title={t('console.staff.account')}>
          <Facts
            rows={[
              [
                t('console.staff.email'),
                <span key="email" className="break-all">
                  {record.email}
                </span>,
              ],
              [t('console.staff.role'), record.role ? t(`console.role.${record.role}`) : null],
              [t('console.staff.created'), <When key="created" at={record.createdAt} />],
              [
                t('console.staff.last_sign_in'),
                record.lastSignInAt ? (
                  <When key="last" at={record.lastSignInAt} relative />
                ) : (
                  t('console.staff.never')
                ),
              ],
              [
                t('console.staff.passkeys'),
                record.passkeys.map(({ label }) => label).join(', ') ||
                  t('console.staff.no_passkeys'),
              ],
            ]}
          />
        </Panel>
        <ManageStaff record={record} />
        <Panel title={t('console.staff.sessions')}>
          <SessionRows
            sessions={record.sessions}
            pending={pending !== null}
            onEnd={
              canEnd ? (sessionId) => void send(record.id, 'end-session', { sessionId }) : undefined
            }
          />
        </Panel>
      </div>
    </>
  );
}

const tones: Record<State, Tone> = { invited: 'info', active: 'ok', disabled: 'plain' };

/** Whether an account can be used. */
export function StaffState({ state }: { state: State | null }) {
  const t = useText();
  if (!state) return null;
  return <StatusChip tone={tones[state]}>{t(`console.staff.state_of.${state}`)}</StatusChip>;
}
