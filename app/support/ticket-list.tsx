import type { TicketDto } from '#contracts/support';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { OtherPages } from '#app/components/other-pages';
import { Card } from '../components/card';
import { When } from '../components/date-time';
import { StatusTag } from '../components/status-tag';

interface TicketListProps {
  home: string;
  tickets: readonly TicketDto[];
  nextCursor: string | null;
  isEarlier: boolean;
}

export const ticketTones = { open: 'warn', answered: 'ok', closed: 'neutral' } as const;

/** What was written to the team, what was written to last first. */
export function TicketList({ home, tickets, nextCursor, isEarlier }: TicketListProps) {
  const t = useText();
  return (
    <Card as="section">
      <h2 className="mb-2 text-lg">{t('support.page.own')}</h2>
      {tickets.length === 0 ? <p className="text-ink-soft">{t('support.page.own_none')}</p> : null}
      <ul className="divide-y divide-line">
        {tickets.map((ticket) => (
          <TicketRow key={ticket._id} home={home} ticket={ticket} />
        ))}
      </ul>
      <OtherPages
        newest={isEarlier && home}
        older={nextCursor && `${home}?cursor=${nextCursor}`}
        words={[t('support.page.newest'), t('support.page.older')]}
        className="mt-3"
      />
    </Card>
  );
}

function TicketRow({ home, ticket }: { home: string; ticket: TicketDto }) {
  const t = useText();
  const { _id: id, kind, subject, status, unread, lastMessageAt } = ticket;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <span className="min-w-0">
        <Link to={`${home}/${id}`} className="link wrap-anywhere">
          {kind === 'chat' ? t('support.option.chat') : subject}
        </Link>
        <span className="block text-sm text-ink-soft">
          <When date={lastMessageAt} format="datetime" />
        </span>
      </span>
      <span className="flex flex-wrap gap-2">
        {unread > 0 ? (
          <StatusTag tone="info">{t('support.unread', { count: unread })}</StatusTag>
        ) : null}
        <StatusTag tone={ticketTones[status]}>{t(`support.status.${status}`)}</StatusTag>
      </span>
    </li>
  );
}
