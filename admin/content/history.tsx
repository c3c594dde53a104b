import Button from '@mui/material/Button';
import { useState } from 'react';
import type { ContentRecord } from '#contracts/content';
import { Stale } from '../components/action-buttons';
import { ActorName } from '../components/actor-name';
import { Panel } from '../components/panel';
import { ReasonDialog } from '../components/reason-dialog';
import { useSend } from '../components/sending';
import { When } from '../components/times';
import { useText } from '../text';
import { entriesOf, inOneLine, type Part } from './parts';

interface ContentHistoryProps {
  readonly record: ContentRecord;
  readonly part: Part;
}

/** What the site showed before; any of it, and what it was delivered with, can be shown again. */
export function ContentHistory({ record, part }: ContentHistoryProps) {
  const t = useText();
  const { send, pending, stale } = useSend('content');
  const [asked, setAsked] = useState<number | null>(null);
  const canRestore = record.allowedEvents.includes('restore');
  const restore = async (version: number) => {
    await send(record.id, 'restore', { version, edition: record.edition });
    setAsked(null);
  };
  const button = (version: number) =>
    canRestore && version !== record.version ? (
      <Button variant="outlined" disabled={pending !== null} onClick={() => setAsked(version)}>
        {t('console.content.action.restore')}
      </Button>
    ) : null;
  return (
    <Panel title={t('console.content.history')}>
      {stale === record.id ? <Stale /> : null}
      <ol className="grid gap-4">
        {record.history.map(({ version, value, by, at }) => (
          <li key={version} className="flex flex-wrap items-start gap-x-4 gap-y-2">
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{t('console.content.version_number', { version })}</p>
              <p className="text-ink-soft">
                <ActorName actor={by} /> · <When at={at} />
              </p>
              <p className="line-clamp-2 break-words">
                {entriesOf(part, value)
                  .map((entry) => inOneLine(t, part, entry))
                  .join('; ')}
              </p>
            </div>
            {button(version)}
          </li>
        ))}
        <li className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <p className="flex-1 font-semibold">{t('console.content.as_delivered')}</p>
          {record.isDefault ? null : button(0)}
        </li>
      </ol>
      {asked === null ? null : (
        <ReasonDialog
          title={t('console.content.action.restore')}
          text={t('console.content.ask.restore')}
          label={null}
          confirm={t('console.content.action.restore')}
          pending={pending !== null}
          onCancel={() => setAsked(null)}
          onSend={() => void restore(asked)}
        />
      )}
    </Panel>
  );
}
