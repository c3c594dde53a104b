import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { Check, Copy, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import type { StaffRecord, StaffState as State } from '#contracts/identity';
import { EventDialog } from '../components/event-dialog';
import { offeredEvents, type EventTable, type OfferedEvent } from '../components/event-table';
import { Facts } from '../components/facts';
import { PageHead } from '../components/page-head';
import { Panel } from '../components/panel';
import { ReasonDialog } from '../components/reason-dialog';
import { RecordPage } from '../components/record-page';
import { StatusChip, type Tone } from '../components/status-chip';
import { useSend } from '../components/use-send';
import { When } from '../components/when';
import { useStaff } from '../providers/use-staff';
import { useText } from '../text';

/** One account of the team. */
export function StaffShow() {
  return (
    <RecordPage<StaffRecord>>
      {(record) => <StaffPage key={record.id} record={record} />}
    </RecordPage>
  );
}

/** One account: what it may do, where it is signed in, and what an admin can change. */
function StaffPage({ record }: { record: StaffRecord }) {
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

const events: EventTable = {
  'change-role': { confirm: true },
  'invite-again': { confirm: true },
  'reset-factors': { confirm: true, tone: 'danger' },
  'end-sessions': { confirm: true, tone: 'danger' },
  enable: { confirm: true, tone: 'primary' },
  disable: { confirm: true, tone: 'danger' },
};

/** What an admin can do with an account. Answers that make a link show it, once. */
function ManageStaff({ record }: { record: StaffRecord }) {
  const t = useText();
  const { send, pending } = useSend('staff');
  const [asked, setAsked] = useState<OfferedEvent | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const offered = offeredEvents(events, record.allowedEvents);
  const otherRole = record.role === 'admin' ? 'reviewer' : 'admin';
  const start = async (event: string) => {
    const body = event === 'change-role' ? { role: otherRole } : {};
    const answer = await send(record.id, event, body);
    setAsked(null);
    if (answer) setLink((answer.data!.record as StaffRecord).enrolmentLink);
  };
  const dialog = { pending: pending !== null, onCancel: () => setAsked(null) };
  const toRole = t(`console.staff.to_${otherRole}`);
  return (
    <Panel title={t('console.staff.manage')}>
      {offered.length === 0 ? (
        <p className="text-ink-soft">{t('console.staff.nothing_to_manage')}</p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {offered.map((event) => (
          <Button
            key={event.event}
            variant="outlined"
            color={event.tone === 'danger' ? 'error' : 'primary'}
            disabled={pending !== null}
            onClick={() => setAsked(event)}
          >
            {event.event === 'change-role' ? toRole : t(`console.staff.event.${event.event}`)}
          </Button>
        ))}
      </div>
      {asked?.event === 'change-role' ? (
        <ReasonDialog
          {...dialog}
          title={toRole}
          text={t('console.staff.role_text')}
          label={null}
          confirm={t('console.staff.event.change-role')}
          onSend={() => void start('change-role')}
        />
      ) : asked ? (
        <EventDialog
          {...dialog}
          resource="staff"
          event={asked}
          onSend={() => void start(asked.event)}
        />
      ) : null}
      {link ? <LinkDialog link={link} onClose={() => setLink(null)} /> : null}
    </Panel>
  );
}

interface LinkDialogProps {
  readonly link: string;
  readonly onClose: () => void;
}

/** The enrolment link: here and nowhere else, so nothing but its button closes it. */
export function LinkDialog({ link, onClose }: LinkDialogProps) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(link).then(() => setCopied(true));
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby="enrolment-link">
      <DialogTitle id="enrolment-link">{t('console.staff.link_title')}</DialogTitle>
      <DialogContent>
        <p className="mb-3 text-ink-soft">{t('console.staff.link_text')}</p>
        <p className="rounded-md border border-line bg-paper p-3 break-all select-all">{link}</p>
      </DialogContent>
      <DialogActions>
        <Button
          variant="outlined"
          startIcon={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          <span aria-live="polite">
            {t(copied ? 'console.staff.copied' : 'console.staff.copy')}
          </span>
        </Button>
        <Button variant="contained" onClick={onClose}>
          {t('console.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const tones: Record<State, Tone> = { invited: 'info', active: 'ok', disabled: 'plain' };

/** Whether an account can be used. */
export function StaffState({ state }: { state: State | null }) {
  const t = useText();
  if (!state) return null;
  return <StatusChip tone={tones[state]}>{t(`console.staff.state_of.${state}`)}</StatusChip>;
}

interface SessionRowsProps {
  readonly sessions: StaffRecord['sessions'];
  readonly pending: boolean;
  /** Absent: they can be looked at only. */
  readonly onEnd?: (sessionId: string) => void;
}

/** Where somebody is signed in. */
export function SessionRows({ sessions, pending, onEnd }: SessionRowsProps) {
  const t = useText();
  if (sessions.length === 0)
    return <p className="text-ink-soft">{t('console.staff.no_sessions')}</p>;
  return (
    <ul className="grid gap-3">
      {sessions.map(({ id, device, createdAt, lastSeenAt, current }) => (
        <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <MonitorSmartphone size={17} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold break-words">
              {device}
              {current ? ` (${t('console.staff.this_session')})` : ''}
            </span>
            <span className="block text-ink-soft">
              <When at={createdAt} /> · {t('console.patients.seen')} <When at={lastSeenAt} />
            </span>
          </span>
          {onEnd && !current ? (
            <Button
              variant="outlined"
              disabled={pending}
              aria-label={t('console.staff.end_session_named', { device })}
              onClick={() => onEnd(id)}
            >
              {t('console.staff.end_session')}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
