import { Paperclip } from 'lucide-react';
import { labelKey, slotView, type SubTreatment } from '#contracts/consultation';
import { conversationChanged, type ConversationDto } from '#contracts/messaging';
import { useText } from '#app/i18n/use-text';
import { useLive } from '#app/live/use-live';
import { ButtonLink } from '../components/button';
import { cx } from '../components/cx';
import { When } from '../components/date-time';
import { EmptyState } from '../components/empty-state';
import { Link } from '../components/link';
import { ListFailure } from '../components/list-failure';
import { OtherPages } from '../components/other-pages';
import { Page } from '../components/page';
import { messagesHome } from './homes';

type Reader = keyof typeof messagesHome;

interface InboxPageProps {
  reader: Reader;
  conversations: readonly ConversationDto[];
  nextCursor: string | null;
  /** Not the first page. */
  continued: boolean;
}

/** All conversations of one side, the latest message first, with what is unread. */
export function InboxPage({ reader, conversations, nextCursor, continued }: InboxPageProps) {
  const t = useText();
  useLive(({ type }) => type === conversationChanged, { as: reader });
  const home = messagesHome[reader];
  return (
    <Page title={t('conversations.title')} lead={t(`conversations.lead_${reader}`)}>
      <div className="space-y-6">
        {conversations.length === 0 && !continued ? (
          <Nothing reader={reader} />
        ) : (
          <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
            {conversations.map((one) => (
              <Row key={one.offerId} conversation={one} reader={reader} />
            ))}
          </ul>
        )}
        <OtherPages
          newest={continued && home}
          older={nextCursor && `${home}?${new URLSearchParams({ cursor: nextCursor }).toString()}`}
          words={[t('notices.newest'), t('notices.older')]}
        />
      </div>
    </Page>
  );
}

function Nothing({ reader }: { reader: Reader }) {
  const t = useText();
  const next = { patient: '/my-offers', clinic: '/clinic/dashboard' } as const;
  return (
    <EmptyState
      title={t('conversations.none')}
      text={t(`conversations.none_${reader}`)}
      action={
        <ButtonLink variant="secondary" to={next[reader]}>
          {t(`conversations.none_action_${reader}`)}
        </ButtonLink>
      }
    />
  );
}

function Row({ conversation, reader }: { conversation: ConversationDto; reader: Reader }) {
  const t = useText();
  const { offerId, unread, subTreatment, lastMessageAt } = conversation;
  const to = reader === 'patient' ? `/conversation/${offerId}` : `/clinic/conversation/${offerId}`;
  const isNew = unread > 0;
  return (
    <li>
      <Link
        to={to}
        className="block px-4 py-4 hover:bg-brand-soft focus-visible:bg-brand-soft sm:px-5"
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className={cx('min-w-0 wrap-anywhere', isNew ? 'font-bold' : 'font-semibold')}>
            {conversation.with ?? t('conversations.gone')}
          </span>
          <span className="text-sm text-ink-soft">
            <When date={lastMessageAt} format="relative" />
          </span>
        </span>
        {subTreatment ? (
          <span className="block text-sm text-ink-soft">
            {t(labelKey('sub-treatment', subTreatment as SubTreatment))}
          </span>
        ) : null}
        <span className="mt-1 flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <Preview conversation={conversation} reader={reader} />
          {isNew ? (
            <span className="tnum inline-flex shrink-0 items-center gap-1.5 text-sm font-semibold text-accent">
              <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
              {t('conversations.unread', { count: unread })}
            </span>
          ) : null}
        </span>
      </Link>
    </li>
  );
}

const isAsked = ({ lastFrom }: ConversationDto): boolean => lastFrom === 'clinic';

/** How the last message begins, and whose it is. */
function Preview({ conversation, reader }: { conversation: ConversationDto; reader: Reader }) {
  const t = useText();
  const { preview, slot, lastFrom, unread } = conversation;
  const isOwn = lastFrom === reader;
  const look = cx('min-w-0 grow basis-64', unread > 0 ? 'text-ink' : 'text-ink-soft');
  if (preview === null) return <span className={look}>{t('conversations.closed')}</span>;
  return (
    <span className={cx(look, 'line-clamp-2 wrap-anywhere')}>
      {isOwn ? `${t('conversation.you')}: ` : null}
      {preview === '' && slot ? (
        t(isAsked(conversation) ? 'conversation.view.asked' : 'conversation.view.added', {
          view: t(`photos.view.${slotView(slot)}`),
        })
      ) : preview === '' ? (
        <>
          <Paperclip aria-hidden="true" className="me-1 inline size-4" />
          {t('conversations.files')}
        </>
      ) : (
        preview
      )}
    </span>
  );
}

/** In place of the list when it could not be had. */
export function InboxFailure() {
  const t = useText();
  return (
    <ListFailure
      title={t('conversations.title')}
      failed={t('conversations.error')}
      safe={t('conversations.error_safe')}
    />
  );
}
