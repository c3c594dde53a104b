import { Ban, CircleCheck, Clock, type LucideIcon, Mails, SearchCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { labelKey } from '#contracts/consultation';
import { type LeadDto, type LeadStatus, statusKey } from '#contracts/leads';
import { StatusTag } from '../components/status-tag';
import { useText } from '#app/i18n/use-text';

type Look = [tone: 'info' | 'accent' | 'ok' | 'neutral', icon: LucideIcon];

const looks: Record<LeadStatus, Look> = {
  pending: ['neutral', Clock],
  reviewed: ['info', SearchCheck],
  offers_received: ['accent', Mails],
  completed: ['ok', CircleCheck],
  cancelled: ['neutral', Ban],
};

interface RequestStatusProps {
  status: string;
  /** It waits for its patient, not for the team. */
  sentBack: boolean;
}

/** A request's status in the words of the product; a word it does not know reads 'Unknown'. */
export function RequestStatus({ status, sentBack }: RequestStatusProps) {
  const t = useText();
  if (sentBack) return <StatusTag tone="warn">{t('leads.timeline.sent_back')}</StatusTag>;
  const [tone, icon] = looks[status as LeadStatus] ?? ['neutral', undefined];
  return (
    <StatusTag tone={tone} icon={icon}>
      {t(statusKey(status))}
    </StatusTag>
  );
}

/** Says to screen readers, when they are not speaking, which of the shown requests has a new status. */
export function StatusNews({
  leads,
}: {
  leads: ReadonlyArray<Pick<LeadDto, '_id' | 'subTreatment' | 'status'>>;
}) {
  const t = useText();
  const known = useRef(new Map<string, string>());
  const [news, setNews] = useState('');
  useEffect(() => {
    const changed = leads.filter(({ _id, status }) => {
      const before = known.current.get(_id);
      known.current.set(_id, status);
      return before !== undefined && before !== status;
    });
    if (changed.length === 0) return;
    setNews(
      changed
        .map(({ subTreatment, status }) =>
          t('leads.news.status', {
            treatment: t(labelKey('sub-treatment', subTreatment)),
            status: t(statusKey(status)),
          }),
        )
        .join('. '),
    );
  }, [leads, t]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {news}
    </p>
  );
}
