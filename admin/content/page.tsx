import Button from '@mui/material/Button';
import { BadgeCheck, CircleHelp, ExternalLink } from 'lucide-react';
import type { ContentRecord } from '#contracts/content';
import { Stale } from '../components/action-buttons';
import { Panel } from '../components/panel';
import { PageHead } from '../components/page-head';
import { StatusChip } from '../components/status-chip';
import { useSend } from '../components/sending';
import { useText } from '../text';
import { DraftPanel } from './draft';
import { entriesOf, inOneLine, isConfirmed, partOf, partTitle, type Part } from './parts';
import { ContentHistory } from './history';

/** What is prepared on the left; what the site shows, and what it showed, beside it. */
export function ContentPage({ record }: { record: ContentRecord }) {
  const t = useText();
  const part = partOf(record.id);
  return (
    <>
      <PageHead
        back="list"
        title={partTitle(t, record.id)}
        mark={
          record.draft === null ? null : (
            <StatusChip tone="info">{t('console.content.has_draft')}</StatusChip>
          )
        }
        lead={t('console.content.how')}
      >
        <PreviewLink />
      </PageHead>
      {part ? (
        <div className="grid items-start gap-5 @min-[60rem]:grid-cols-[minmax(0,1fr)_26rem]">
          <DraftPanel record={record} part={part} />
          <div className="grid gap-5">
            <LivePanel record={record} part={part} />
            <ContentHistory record={record} part={part} />
          </div>
        </div>
      ) : (
        <p className="panel p-5">{t('console.content.unknown_part')}</p>
      )}
    </>
  );
}

/** The landing page with every draft in it, for signed-in staff; in a tab of its own. */
export function PreviewLink() {
  const t = useText();
  return (
    <a
      href="/?preview=draft"
      target="_blank"
      rel="noopener"
      className="link inline-flex items-center gap-1.5"
    >
      {t('console.content.preview')}
      <ExternalLink size={14} aria-hidden />
      <span className="sr-only">{t('console.new_tab')}</span>
    </a>
  );
}

interface LivePanelProps {
  readonly record: ContentRecord;
  readonly part: Part;
}

/** What the site shows now. Each claim is vouched for by itself, in the very words that are shown. */
function LivePanel({ record, part }: LivePanelProps) {
  const t = useText();
  const { send, pending, stale } = useSend('content');
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
      {stale === record.id ? <Stale /> : null}
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
                  {t('console.content.action.confirm')}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
