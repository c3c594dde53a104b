import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useGetList } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import type { LeadRecord } from '#contracts/leads';
import { useShortcuts } from '../components/use-shortcuts';
import { useText } from '../text';
import { neighbours } from './neighbours';
import { heldView } from './views';

const most = 100;

/** The way to the neighbours in the queue, by link and by `j` and `k`. */
export function QueueSteps({ id }: { id: string }) {
  const t = useText();
  const navigate = useNavigate();
  const { data = [], total = 0 } = useGetList<LeadRecord>(
    'leads',
    { ...heldView, pagination: { page: 1, perPage: most } },
    { retry: false },
  );
  const { previous, next } = neighbours(
    data.map((lead) => lead.id),
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
          {t('console.leads.next', { count: total })}
          <ArrowRight size={15} aria-hidden />
        </Link>
      ) : null}
    </>
  );
}
