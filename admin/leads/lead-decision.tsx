import { useState } from 'react';
import type { LeadDetailRecord } from '#contracts/leads';
import { EventButtons } from '../components/event-buttons';
import { offeredEvents } from '../components/event-table';
import { Panel } from '../components/panel';
import { useSend } from '../components/use-send';
import { useShortcuts } from '../components/use-shortcuts';
import { useText } from '../text';
import { leadEvents } from './events';

/** Publish or refuse; what was decided stays readable. */
export function LeadDecision({ record }: { record: LeadDetailRecord }) {
  const t = useText();
  const sending = useSend('leads');
  const [asked, ask] = useState<string | null>(null);
  const open = (event: string) => () => {
    if (sending.pending === null && record.allowedEvents.includes(event)) ask(event);
  };
  useShortcuts([
    { key: 'a', label: t('console.leads.keys.approve'), run: open('approve') },
    { key: 'r', label: t('console.leads.keys.reject'), run: open('reject') },
  ]);
  const nothing = offeredEvents(leadEvents, record.allowedEvents).length === 0;
  return (
    <Panel title={t('console.leads.decision')}>
      {record.cancelledBy ? (
        <div className={nothing ? '' : 'mb-3'}>
          <p>{t(`console.leads.ended.${record.cancelledBy}`)}</p>
          {record.cancelReason ? (
            <p className="mt-1 border-l-2 border-line-strong pl-3 break-words">
              {record.cancelReason}
            </p>
          ) : null}
        </div>
      ) : null}
      {nothing && !record.cancelledBy ? (
        <p className="text-ink-soft">{t('console.leads.nothing_to_decide')}</p>
      ) : null}
      <EventButtons
        resource="leads"
        record={record}
        events={leadEvents}
        sending={sending}
        asked={asked}
        onAsk={ask}
      />
      {nothing ? null : (
        <p className="mt-3 text-ink-soft">
          <kbd className="key">a</kbd> {t('console.leads.key.approve')} ·{' '}
          <kbd className="key">r</kbd> {t('console.leads.key.reject')} ·{' '}
          <kbd className="key">j</kbd> <kbd className="key">k</kbd> {t('console.leads.key.step')}
        </p>
      )}
    </Panel>
  );
}
