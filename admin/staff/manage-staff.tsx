import Button from '@mui/material/Button';
import { useState } from 'react';
import type { StaffRecord } from '#contracts/identity';
import { offeredEvents, type EventTable, type OfferedEvent } from '../components/event-table';
import { EventDialog } from '../components/event-dialog';
import { Panel } from '../components/panel';
import { ReasonDialog } from '../components/reason-dialog';
import { useSend } from '../components/use-send';
import { useText } from '../text';
import { LinkDialog } from './link-dialog';

const events: EventTable = {
  'change-role': { confirm: true },
  'invite-again': { confirm: true },
  'reset-factors': { confirm: true, tone: 'danger' },
  'end-sessions': { confirm: true, tone: 'danger' },
  enable: { confirm: true, tone: 'primary' },
  disable: { confirm: true, tone: 'danger' },
};

/** What an admin can do with an account. Answers that make a link show it, once. */
export function ManageStaff({ record }: { record: StaffRecord }) {
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
