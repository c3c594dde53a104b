import Button from '@mui/material/Button';
import { MonitorSmartphone } from 'lucide-react';
import type { StaffRecord } from '#contracts/identity';
import { When } from '../components/times';
import { useText } from '../text';

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
