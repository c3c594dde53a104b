import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import type { LeadDetailRecord, LeadRecord } from '#contracts/leads';
import { useTakenByOthers } from '../components/casework/claims';
import { counted } from '../components/counted';
import { ActionButtons } from '../components/action-buttons';
import { offeredActions, type ActionTable } from '../components/actions';
import { Panel } from '../components/panel';
import { useSend } from '../components/sending';
import { useShortcuts } from '../components/shortcuts';
import { useText } from '../text';
import { heldView } from './words';

/** Publish, send back or refuse; what was decided stays readable. */
export function LeadDecision({ record }: { record: LeadDetailRecord }) {
  const t = useText();
  const sending = useSend('leads');
  const [asked, ask] = useState<string | null>(null);
  const open = (action: string) => () => {
    if (sending.pending === null && record.allowedEvents.includes(action)) ask(action);
  };
  useShortcuts([
    { key: 'a', label: t('console.leads.keys.approve'), run: open('approve') },
    { key: 's', label: t('console.leads.keys.send-back'), run: open('send-back') },
    { key: 'r', label: t('console.leads.keys.reject'), run: open('reject') },
  ]);
  const nothing = offeredActions(leadActions, record.allowedEvents).length === 0;
  return (
    <Panel title={t('console.leads.decision')}>
      {record.cancelledBy || record.sentBackAt ? (
        <div className={nothing ? '' : 'mb-3'}>
          <p>{t(`console.leads.ended.${record.cancelledBy ?? 'sent-back'}`)}</p>
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
      <ActionButtons
        resource="leads"
        record={record}
        actions={leadActions}
        sending={sending}
        asked={asked}
        onAsk={ask}
      />
      {nothing ? null : (
        <p className="mt-3 text-ink-soft">
          <kbd className="key">a</kbd> {t('console.leads.key.approve')} ·{' '}
          <kbd className="key">s</kbd> {t('console.leads.key.send-back')} ·{' '}
          <kbd className="key">r</kbd> {t('console.leads.key.reject')} ·{' '}
          <kbd className="key">j</kbd> <kbd className="key">k</kbd> {t('console.leads.key.step')}
        </p>
      )}
    </Panel>
  );
}

/** What can be decided about a request, and asked of it. */
const leadActions: ActionTable = {
  approve: { tone: 'primary', confirm: true },
  'send-back': { asks: 'reason' },
  reject: { tone: 'danger', asks: 'reason' },
};

const most = 100;

/** The way to the neighbours in the queue that no colleague has taken, by link and by `j` and `k`. */
export function QueueSteps({ id }: { id: string }) {
  const t = useText();
  const navigate = useNavigate();
  const { data = [], total } = useGetList<LeadRecord>(
    'leads',
    { ...heldView, pagination: { page: 1, perPage: most } },
    { retry: false },
  );
  const ids = data.map((lead) => lead.id);
  const isTaken = useTakenByOthers('leads', ids);
  const { previous, next } = neighbours(
    ids.filter((one) => one === id || !isTaken(one)),
    id,
  );
  const addressOf = (lead: string) => `/admin/leads/${lead}/show`;
  const go = (lead: string | null) => () => (lead ? navigate(addressOf(lead)) : undefined);
  useShortcuts([
    { key: 'j', label: t('console.leads.keys.next'), run: go(next) },
    { key: 'k', label: t('console.leads.keys.previous'), run: go(previous) },
  ]);
  const look = 'inline-flex items-center gap-1.5 text-brand hover:underline';
  return (
    <>
      {previous ? (
        <Link to={addressOf(previous)} className={look}>
          <ArrowLeft size={15} aria-hidden />
          {t('console.leads.previous')}
        </Link>
      ) : null}
      {next ? (
        <Link to={addressOf(next)} className={look}>
          {t('console.leads.next', { count: counted(t, total) })}
          <ArrowRight size={15} aria-hidden />
        </Link>
      ) : null}
    </>
  );
}

interface Neighbours {
  readonly previous: string | null;
  readonly next: string | null;
}

/** Who stands before and after in a queue; the next one of somebody who is not in it is its head. */
function neighbours(queue: readonly string[], id: string): Neighbours {
  const at = queue.indexOf(id);
  return { previous: at > 0 ? queue[at - 1]! : null, next: queue[at + 1] ?? null };
}
