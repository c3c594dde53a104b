import type { StaffRecord } from '#contracts/identity';
import { Facts } from '../components/facts';
import { PageHead } from '../components/page-head';
import { Panel } from '../components/panel';
import { useSend } from '../components/use-send';
import { When } from '../components/when';
import { useStaff } from '../providers/use-staff';
import { useText } from '../text';
import { ManageStaff } from './manage-staff';
import { SessionRows } from './session-rows';
import { StaffState } from './staff-state';

/** One account: what it may do, where it is signed in, and what an admin can change. */
export function StaffPage({ record }: { record: StaffRecord }) {
  const t = useText();
  const isOwn = useStaff()?.id === record.id;
  const { send, pending } = useSend('staff');
  const canEnd = record.allowedEvents.includes('end-session');
  return (
    <>
      <PageHead
        back={{ to: '/admin/staff', label: t('console.staff.title') }}
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
