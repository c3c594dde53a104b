import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { ticketPriorities, type TicketDetailRecord } from '#contracts/support';
import { useDesk } from '../components/casework/desk';
import { useSend } from '../components/sending';
import { useStaff } from '../providers/auth-provider';
import { useText } from '../text';

/** Who takes care of a ticket, and how urgent it is. */
export function Direct({ record }: { record: TicketDetailRecord }) {
  const t = useText();
  const me = useStaff();
  const { send, pending } = useSend('tickets');
  const team = useDesk().desk?.team ?? [];
  const { assigneeId, priority, allowedEvents, id } = record;
  const busy = pending !== null;
  const assign = (staffId: string | null) => void send(id, 'assign', { staffId });
  return (
    <div className="mt-4 grid gap-4">
      {allowedEvents.includes('assign') ? (
        <>
          <TextField
            select
            label={t('console.tickets.action.assign')}
            value={team.some((one) => one.id === assigneeId) ? assigneeId : ''}
            disabled={busy}
            onChange={(event) => assign(event.target.value || null)}
          >
            <MenuItem value="">{t('console.tickets.nobody')}</MenuItem>
            {team.map((one) => (
              <MenuItem key={one.id} value={one.id}>
                {one.name}
              </MenuItem>
            ))}
          </TextField>
          {me && assigneeId !== me.id ? (
            <div>
              <Button variant="outlined" disabled={busy} onClick={() => assign(String(me.id))}>
                {t('console.tickets.take')}
              </Button>
            </div>
          ) : null}
        </>
      ) : null}
      {allowedEvents.includes('set-priority') ? (
        <TextField
          select
          label={t('console.tickets.action.set-priority')}
          value={priority}
          disabled={busy}
          onChange={(event) => void send(id, 'set-priority', { priority: event.target.value })}
        >
          {ticketPriorities.map((one) => (
            <MenuItem key={one} value={one}>
              {t(`console.tickets.priority_of.${one}`)}
            </MenuItem>
          ))}
        </TextField>
      ) : null}
    </div>
  );
}
