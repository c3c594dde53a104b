import type { Side } from '#platform/base/actor';
import { Form, useActionData, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { ClosedBecause, MessageDto } from '#contracts/messaging';
import type { TranslatingDto } from '#contracts/translations';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { controlStyle } from '../components/control-style';
import { EmptyState } from '../components/empty-state';
import { Field } from '../components/field';
import { Link } from '#app/components/link';
import { Page } from '../components/page';
import { SeenButton } from '../components/seen-button';
import { Messages, newestPlace } from './messages';
import { TranslationConsent } from '../translation/translated';
import { PhraseForm, type Sentences } from './phrase-form';
import { WriteForm, type WriteFormProps } from './write-form';
import { useText } from '#app/i18n/use-text';

interface ConversationProps {
  offerId: string;
  side: Side;
  isOpen: boolean;
  path: string;
  isEarlier: boolean;
  other: { side: Side; name: string };
  typed: string;
  key: string;
  sentences: Sentences;
  messages: readonly MessageDto[];
  nextCursor: string | null;
  unread: number;
  closed: ClosedBecause | null;
  translating: TranslatingDto;
  /** What the reader may agree to; null where there is nothing to. */
  agreement: string | null;
}

type Answer =
  (WriteFormProps['answer'] & { reported?: undefined }) | { reported: true } | undefined;

/** One conversation as one of the two reads it. */
export function ConversationView({ conversation }: { conversation: ConversationProps }) {
  const { offerId, side, isOpen, path, other, messages, closed, agreement } = conversation;
  const t = useText();
  const answer = useActionData() as Answer;
  const notSent = answer && 'failures' in answer ? answer : undefined;
  const firstNew = useReading(conversation);
  return (
    <Page
      title={t('conversation.title', { name: other.name })}
      back={{
        to: side === 'patient' ? `/offer/${offerId}` : '/clinic/dashboard?tab=bids',
        label: t(`conversation.back.${side}`),
      }}
    >
      <div className="space-y-6">
        {isOpen ? null : <p className="measure text-ink-soft">{t('conversation.until')}</p>}
        <OtherPages
          path={path}
          isEarlier={conversation.isEarlier}
          nextCursor={conversation.nextCursor}
        />
        {messages.length > 0 ? (
          <Messages
            messages={messages}
            side={side}
            path={path}
            name={other.name}
            firstNew={firstNew}
            translating={conversation.translating}
          />
        ) : (
          <EmptyState title={t('conversation.empty')} text={t(`conversation.empty_${side}`)} />
        )}
        <SeenButton
          path={path}
          // Further back the newest is not on the screen.
          unread={conversation.isEarlier ? 0 : conversation.unread}
          upTo={messages[0]?._id}
          label={t('conversation.mark_read', { count: conversation.unread })}
        />
        {closed ? (
          <Banner tone="info" title={t(`conversation.closed.${closed}`)} />
        ) : (
          <Answering conversation={conversation} notSent={notSent} />
        )}
        {agreement ? <TranslationConsent path={path} text={agreement} /> : null}
        <Trouble path={path} isReported={answer?.reported === true} canBlock={!closed} />
      </div>
    </Page>
  );
}

interface AnsweringProps {
  conversation: ConversationProps;
  /** What was refused. */
  notSent: WriteFormProps['answer'];
}

/** In words of one's own, or in a sentence that is ready. */
function Answering({ conversation, notSent }: AnsweringProps) {
  const { side, path, offerId, messages, isOpen, typed, key: messageKey, sentences } = conversation;
  const [newest] = messages;
  const newestOwn = messages.find(({ from }) => from === side)?._id;
  return (
    <>
      <WriteForm
        // What was sent leaves the form; what is typed next begins anew.
        key={newestOwn}
        {...{ side, path, offerId, typed, messageKey, isOpen }}
        upTo={newest?._id}
        answer={notSent}
      />
      <PhraseForm {...{ path, sentences, messageKey }} round={newestOwn} upTo={newest?._id} />
    </>
  );
}

type Pages = Pick<ConversationProps, 'path' | 'isEarlier' | 'nextCursor'>;

/** The ways to the newest messages and to earlier ones, where they are not on the screen. */
function OtherPages({ path, isEarlier, nextCursor }: Pages) {
  const t = useText();
  return (
    <>
      {isEarlier ? (
        <Link to={path} className="link">
          {t('conversation.newest')}
        </Link>
      ) : null}
      {nextCursor ? (
        <p>
          <Link to={`${path}?cursor=${nextCursor}`} className="link">
            {t('conversation.earlier')}
          </Link>
        </p>
      ) : null}
    </>
  );
}

function Trouble({
  path,
  isReported,
  canBlock,
}: {
  path: string;
  isReported: boolean;
  canBlock: boolean;
}) {
  const t = useText();
  return (
    <details className="border-t border-line pt-4">
      <summary className="font-semibold">{t('conversation.trouble')}</summary>
      <div className="mt-4 space-y-6">
        {isReported ? (
          <Banner tone="ok" title={t('conversation.reported')} />
        ) : (
          <Form method="post" action={path} className="space-y-3">
            <input type="hidden" name="intent" value="report" />
            <Field
              id="report-reason"
              label={t('conversation.report_reason')}
              hint={t('conversation.report_hint')}
            >
              {(aria) => (
                <input
                  {...aria}
                  name="reason"
                  required
                  maxLength={1_000}
                  className={controlStyle}
                />
              )}
            </Field>
            <Button variant="secondary">{t('conversation.report')}</Button>
          </Form>
        )}
        {canBlock ? (
          <Form method="post" action={path} className="space-y-3">
            <p className="measure">{t('conversation.block_text')}</p>
            <Button name="intent" value="block" variant="secondary">
              {t('conversation.block')}
            </Button>
          </Form>
        ) : null}
      </div>
    </details>
  );
}

interface Reading {
  readonly side: Side;
  /** Newest first. */
  readonly messages: readonly MessageDto[];
  readonly unread: number;
  /** Whether these are older messages than the newest ones. */
  readonly isEarlier: boolean;
}

/**
 * Opens a conversation where its reader goes on, and keeps whoever sends a message in the form. Answers the oldest message
 * that was new when the page was opened; null: none was. It stays so while the page is open, which says at once that it
 * was read.
 */
function useReading(conversation: Reading): string | null {
  const [firstNew] = useState(() => firstNewOf(conversation));
  useOpensAtNewest(conversation.isEarlier);
  useFocusStays();
  return firstNew;
}

function firstNewOf({ side, messages, unread, isEarlier }: Reading): string | null {
  if (isEarlier || unread === 0) return null;
  const others = messages.filter(({ from }) => from !== side);
  return others[Math.min(unread, others.length) - 1]?._id ?? null;
}

/** A reader who comes back finds the place that they left. */
function useOpensAtNewest(isEarlier: boolean): void {
  useEffect(() => {
    if (isEarlier || window.scrollY > 0 || window.location.hash) return;
    document.getElementById(newestPlace)?.scrollIntoView({ block: 'center' });
  }, [isEarlier]);
}

/** The form that takes the place of the one that was sent has the focus. */
function useFocusStays(): void {
  const { state, formData } = useNavigation();
  const isSending = state !== 'idle' && formData?.has('text') === true;
  const hasSent = useRef(false);
  useEffect(() => {
    if (isSending) hasSent.current = true;
    else if (hasSent.current) {
      hasSent.current = false;
      document.querySelector<HTMLElement>('textarea[name=text]')?.focus();
    }
  }, [isSending]);
}
