import type { TicketDto, TicketMessageDto } from '#contracts/support';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { Banner } from '../components/banner';
import { cx } from '../components/cx';
import { When } from '../components/date-time';
import { Page } from '../components/page';
import { SeenButton } from '../components/seen-button';
import { StatusTag } from '../components/status-tag';
import { useHydrated } from '../components/use-hydrated';
import { supportHome, type SupportSide } from './paths';
import { ticketTones } from './ticket-list';
import { WordsForm } from './words-form';

interface TicketPageProps {
  side: SupportSide;
  path: string;
  isEarlier: boolean;
  key: string;
  ticket: TicketDto;
  messages: readonly TicketMessageDto[];
  nextCursor: string | null;
}

/** What was written to the team, the answers, and room for more. */
export function TicketPage({ page }: { page: TicketPageProps }) {
  const t = useText();
  const hydrated = useHydrated();
  const { side, path, ticket, messages, nextCursor, isEarlier } = page;
  const { kind, subject, status, closedBy } = ticket;
  return (
    <Page
      title={kind === 'chat' ? t('support.chat.title') : subject}
      back={{ to: supportHome[side], label: t('support.ticket.back') }}
      aside={<StatusTag tone={ticketTones[status]}>{t(`support.status.${status}`)}</StatusTag>}
    >
      <div className="space-y-6">
        {isEarlier || nextCursor ? (
          <p className="flex gap-4">
            {nextCursor ? (
              <Link to={`${path}?cursor=${nextCursor}`} className="link">
                {t('support.ticket.earlier')}
              </Link>
            ) : null}
            {isEarlier ? (
              <Link to={path} className="link">
                {t('support.ticket.newest')}
              </Link>
            ) : null}
          </p>
        ) : null}
        <ol className="space-y-4" aria-label={t('support.ticket.messages')} aria-live="polite">
          {messages.toReversed().map((message) => (
            <OneMessage key={message._id} message={message} />
          ))}
        </ol>
        {isEarlier ? null : (
          <SeenButton
            path={path}
            unread={ticket.unread}
            upTo={messages[0]?._id}
            label={t('support.ticket.mark_read', { count: ticket.unread })}
          />
        )}
        {hydrated ? null : (
          <p className="text-sm text-ink-soft">
            <noscript>{t('support.ticket.reload')}</noscript>
          </p>
        )}
        {closedBy ? <Banner tone="info" title={t(`support.ticket.closed_${closedBy}`)} /> : null}
        <p className="text-sm text-ink-soft">{t('support.page.hours')}</p>
        <WordsForm
          // What was sent leaves the form; an answer that comes meanwhile does not touch it.
          key={messages.find(({ from }) => from === 'owner')?._id}
          intent="write"
          messageKey={page.key}
          label={t('support.ticket.write')}
          send={t('support.ticket.send')}
        />
      </div>
    </Page>
  );
}

function OneMessage({ message: { from, text, createdAt } }: { message: TicketMessageDto }) {
  const t = useText();
  const isOwn = from === 'owner';
  return (
    <li className={cx('flex flex-col', isOwn ? 'items-end' : 'items-start')}>
      <p className="mb-1 text-sm text-ink-soft">
        <span className="font-semibold">
          {t(isOwn ? 'support.ticket.you' : 'support.ticket.team')}
        </span>{' '}
        · <When date={createdAt} format="datetime" />
      </p>
      <p
        className={cx(
          'max-w-[85%] rounded-md border border-line px-4 py-3 wrap-anywhere whitespace-pre-line sm:max-w-[70%]',
          isOwn ? 'bg-brand-soft' : 'bg-surface',
        )}
      >
        {text}
      </p>
    </li>
  );
}
