import Button from '@mui/material/Button';
import { BadgeCheck, CircleHelp } from 'lucide-react';
import type { ContentRecord } from '#contracts/content';
import { Panel } from '../components/panel';
import { useSend } from '../components/use-send';
import { useText } from '../text';
import { entriesOf, inOneLine, isConfirmed } from './entries';
import type { Part } from './parts';

interface LivePanelProps {
  readonly record: ContentRecord;
  readonly part: Part;
}

/** What the site shows now. Each claim is vouched for by itself, in the very words that are shown. */
export function LivePanel({ record, part }: LivePanelProps) {
  const t = useText();
  const { send, pending } = useSend('content');
  const { version } = record;
  const canConfirm = record.allowedEvents.includes('confirm');
  return (
    <Panel
      title={t('console.content.live')}
      aside={
        <span className="text-ink-soft">
          {version === 0
            ? t('console.content.as_delivered')
            : t('console.content.version_number', { version })}
        </span>
      }
    >
      <ul className="grid gap-3">
        {entriesOf(part, record.value).map((entry, index) => {
          const confirmed = isConfirmed(entry);
          const words = inOneLine(t, part, entry) || t('console.not_stated');
          const Icon = confirmed === false ? CircleHelp : BadgeCheck;
          return (
            <li key={index} className="flex items-start gap-2">
              {confirmed === null ? null : (
                <Icon
                  size={17}
                  aria-hidden
                  className={`mt-0.5 shrink-0 ${confirmed ? 'text-ok' : 'text-warn'}`}
                />
              )}
              <span className="min-w-0 flex-1 break-words">
                {words}
                {confirmed === null ? null : (
                  <span className="block text-ink-soft">
                    {t(confirmed ? 'console.content.confirmed' : 'console.content.not_confirmed')}
                  </span>
                )}
              </span>
              {confirmed === false && canConfirm ? (
                <Button
                  variant="outlined"
                  disabled={pending !== null}
                  aria-label={t('console.content.confirm_named', { claim: words })}
                  onClick={() => void send(record.id, 'confirm', { index, version })}
                >
                  {t('console.content.event.confirm')}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
