import type { Side } from '#platform/base/actor';
import { Form } from '@remix-run/react';
import { EyeOff, Paperclip } from 'lucide-react';
import { Fragment } from 'react';
import { type PhotoSlot, slotView } from '#contracts/consultation';
import type { MessageDto } from '#contracts/messaging';
import type { TranslatingDto } from '#contracts/translations';
import { useFormats } from '#app/i18n/formats';
import { useText } from '#app/i18n/use-text';
import { Button, ButtonLink } from '../components/button';
import { cx } from '../components/cx';
import { When } from '../components/date-time';
import { TranslateForm, useHeardAgain } from '../translation/translated';
import { canTranslate, placeOf, Translated } from './translation';

interface MessagesProps {
  /** Newest first. */
  messages: readonly MessageDto[];
  side: Side;
  /** Of the conversation. */
  path: string;
  /** What the other side is called. */
  name: string;
  /** The oldest message that is new to the reader; null: none is. */
  firstNew: string | null;
  /** Whether the other side's messages can be translated. */
  translating: TranslatingDto;
}

/** Where a conversation opens: at what is new, else at the newest message. */
export const newestPlace = 'newest';

/** What was said, oldest on top, as it is read on paper; each says by whom and when. */
export function Messages({ messages, side, path, name, firstNew, translating }: MessagesProps) {
  const t = useText();
  const place = firstNew ?? messages[0]?._id;
  return (
    <ol className="space-y-4" aria-label={t('conversation.messages')}>
      {messages.toReversed().map((message) => (
        <Fragment key={message._id}>
          {message._id === firstNew ? <NewFromHere /> : null}
          <OneMessage
            id={message._id === place && place !== firstNew ? newestPlace : undefined}
            message={message}
            isOwn={message.from === side}
            path={path}
            other={name}
            canAnswer={side === 'patient' && waitsForView(message, messages)}
            translatable={canTranslate(message, { isOwn: message.from === side, translating })}
          />
        </Fragment>
      ))}
    </ol>
  );
}

function NewFromHere() {
  const t = useText();
  return (
    <li
      id={newestPlace}
      className="flex scroll-mt-20 items-center gap-3 text-sm font-semibold text-brand-strong before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line"
    >
      {t('conversation.new')}
    </li>
  );
}

interface OneMessageProps {
  id: string | undefined;
  message: MessageDto;
  isOwn: boolean;
  path: string;
  /** What the other side is called. */
  other: string;
  /** Whether it asks the reader for a photo that was not added since. */
  canAnswer: boolean;
  /** Whether the reader can have it translated. */
  translatable: boolean;
}

function OneMessage({ id, message, isOwn, path, other, canAnswer, translatable }: OneMessageProps) {
  const t = useText();
  const ref = useHeardAgain(message._id, message.translation !== null);
  const hasPlace = translatable || message.translation !== null;
  return (
    <li id={id} className={cx('flex scroll-mt-20 flex-col', isOwn ? 'items-end' : 'items-start')}>
      <p className="mb-1 text-sm text-ink-soft">
        <Writer message={message} isOwn={isOwn} other={other} /> ·{' '}
        <When date={message.createdAt} format="datetime" />
      </p>
      <div
        {...(hasPlace ? { ref, id: placeOf(message._id), tabIndex: -1 } : {})}
        className={cx(
          'max-w-[85%] scroll-mt-20 rounded-md border border-line px-4 py-3 sm:max-w-[70%]',
          isOwn ? 'bg-brand-soft' : 'bg-surface',
        )}
      >
        {message.translation ? (
          <Translated message={message} translation={message.translation} />
        ) : message.text ? (
          <p className="whitespace-pre-line wrap-anywhere">{message.text}</p>
        ) : null}
        {message.phrase ? <p className="mt-1 text-sm text-ink-soft">{t('phrases.mark')}</p> : null}
        {message.slot ? (
          <AboutView
            slot={message.slot}
            isAsked={message.from === 'clinic'}
            answerAt={canAnswer ? `${path}/view?slot=${message.slot}` : null}
          />
        ) : null}
        <Files message={message} />
      </div>
      {translatable ? (
        <TranslateForm id={message._id} path={path} describedBy={placeOf(message._id)} />
      ) : null}
      {message.masked.length > 0 || message.review === 'released' ? (
        <div className="mt-1 flex max-w-[85%] gap-1.5 text-sm text-ink-soft">
          <EyeOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {isOwn ? (
            <OwnMasked message={message} path={path} />
          ) : (
            <p>{t('conversation.masked_other')}</p>
          )}
        </div>
      ) : null}
      {isOwn && message.readAt ? (
        <p className="mt-1 text-sm text-ink-soft">
          {t('conversation.seen')} <When date={message.readAt} format="datetime" />
        </p>
      ) : null}
    </li>
  );
}

/** Who wrote: the reader, the other side, and of a clinic's team who it was. */
function Writer({
  message: { by },
  isOwn,
  other,
}: Pick<OneMessageProps, 'message' | 'isOwn' | 'other'>) {
  const t = useText();
  const member =
    by && !by.isYou
      ? t('team.named', { name: by.name, role: t(`team.role.${by.role ?? 'software'}`) })
      : null;
  const side = isOwn ? t('conversation.you') : other;
  const shown = isOwn && member ? [member] : [side, ...(member ? [member] : [])];
  return (
    <>
      <span className="font-semibold">{shown[0]}</span>
      {shown[1] ? ` · ${shown[1]}` : null}
    </>
  );
}

/** Whether the clinic asks for a view that the patient has not added since, as far as this page of messages says. */
const waitsForView = (asked: MessageDto, messages: readonly MessageDto[]): boolean =>
  asked.from === 'clinic' &&
  asked.slot !== null &&
  messages.find(({ slot }) => slot === asked.slot)?._id === asked._id;

interface AboutViewProps {
  slot: PhotoSlot;
  isAsked: boolean;
  /** Where a photo is added; null where the reader cannot, or has. */
  answerAt: string | null;
}

/** A message of a fixed form, in the reader's language. */
function AboutView({ slot, isAsked, answerAt }: AboutViewProps) {
  const t = useText();
  return (
    <>
      <p>
        {t(isAsked ? 'conversation.view.asked' : 'conversation.view.added', {
          view: t(`photos.view.${slotView(slot)}`),
        })}
      </p>
      {answerAt ? (
        <ButtonLink variant="secondary" to={answerAt} className="mt-2">
          {t('conversation.view.add')}
        </ButtonLink>
      ) : null}
    </>
  );
}

/** To whoever wrote: what was hidden, why, and what the team says to it. */
function OwnMasked({ message, path }: { message: MessageDto; path: string }) {
  const t = useText();
  const formats = useFormats();
  const { _id: id, masked, hidden, review } = message;
  if (review === 'released') return <p>{t('conversation.review.released')}</p>;
  const what = formats.list(masked.map((kind) => t(`conversation.kind.${kind}`)));
  return (
    <div className="space-y-1">
      <p className="wrap-anywhere">
        {t('conversation.masked_own', { what, pieces: formats.list(hidden) })}
      </p>
      {review ? (
        <p>{t(`conversation.review.${review}`)}</p>
      ) : (
        <Form method="post" action={path}>
          <input type="hidden" name="messageId" value={id} />
          <p>{t('conversation.review.text')}</p>
          <Button name="intent" value="review" variant="secondary" className="mt-1">
            {t('conversation.review.ask')}
          </Button>
        </Form>
      )}
    </div>
  );
}

function Files({ message: { attachments } }: { message: MessageDto }) {
  if (attachments.length === 0) return null;
  return (
    <ul className="mt-2 space-y-2">
      {attachments.map(({ id, name, type }) => (
        <li key={id}>
          <a
            href={`/api/files/${id}`}
            className="link inline-flex items-center gap-1.5 wrap-anywhere"
          >
            {type.startsWith('image/') ? (
              <img
                src={`/api/files/${id}`}
                alt=""
                loading="lazy"
                className="size-16 rounded-md border border-line object-cover"
              />
            ) : (
              <Paperclip aria-hidden="true" className="size-4 shrink-0" />
            )}
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
