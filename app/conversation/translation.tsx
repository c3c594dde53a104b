import { Form, useActionData, useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { type MessageDto, type TranslatingDto, translatorTitles } from '#contracts/messaging';
import { useFormats } from '#app/i18n/formats';
import { useLocale, useText } from '#app/i18n/use-text';
import { FormWords } from '../auth/form-failure';
import { type IntentReply, useIntent } from '../auth/use-intent';
import { Button } from '../components/button';
import { TextLines } from '../components/text-lines';

/** Where a message is on the page: a reader without scripts comes back to it. */
export const placeOf = (id: string): string => `m-${id}`;

/** Whether this message can be translated for its reader: words of the other side's own, and none in another language yet. */
export const canTranslate = (
  message: MessageDto,
  { isOwn, translating }: { isOwn: boolean; translating: TranslatingDto },
): boolean =>
  translating?.state === 'ready' &&
  !isOwn &&
  message.text !== '' &&
  message.phrase === null &&
  message.translation === null;

interface TranslatedProps {
  message: MessageDto;
  translation: NonNullable<MessageDto['translation']>;
}

/** The translation, who made it, and the original one tap away. */
export function Translated({ message: { text }, translation }: TranslatedProps) {
  const t = useText();
  const locale = useLocale();
  const from = translation.from ?? undefined;
  if (from === locale)
    return (
      <>
        <p className="whitespace-pre-line wrap-anywhere">{text}</p>
        <p className="mt-1 text-sm text-ink-soft">
          {t('conversation.translated_same', { name: translatorTitles[translation.by] })}
        </p>
      </>
    );
  return (
    <>
      <p lang={locale} dir="auto" className="whitespace-pre-line wrap-anywhere">
        {translation.text}
      </p>
      <p className="mt-1 text-sm text-ink-soft">
        <Maker translation={translation} />
      </p>
      <details className="mt-2">
        <summary className="text-sm font-semibold">{t('conversation.original')}</summary>
        <p lang={from} dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      </details>
    </>
  );
}

function Maker({ translation: { by, from } }: Pick<TranslatedProps, 'translation'>) {
  const t = useText();
  const { languageName } = useFormats();
  const name = translatorTitles[by];
  if (by === 'demo') return t('conversation.translated_demo');
  return from
    ? t('conversation.translated', { name, language: languageName(from) })
    : t('conversation.translated_unknown', { name });
}

const isFor = (id: string, form: FormData | undefined): boolean =>
  form?.get('intent') === 'translate' && form.get('messageId') === id;

/**
 * The button is gone once the translation is there: whoever pressed it hears the message that it was below. Give the ref to an
 * element that can have the focus.
 */
export function useHeardAgain(id: string, isTranslated: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);
  const { formData } = useNavigation();
  const isAsked = isFor(id, formData);
  useEffect(() => {
    if (isAsked) wasAsked.current = true;
    else if (wasAsked.current && isTranslated) {
      wasAsked.current = false;
      ref.current?.focus({ preventScroll: true });
    }
  }, [isAsked, isTranslated]);
  return ref;
}

/** Asks for one message in the reader's language. Without scripts the page comes back at this message. */
export function TranslateForm({ id, path }: { id: string; path: string }) {
  const t = useText();
  const { search } = useLocation();
  const { formData } = useNavigation();
  const answer = useActionData() as IntentReply | undefined;
  const reply = answer?.intent === 'translate' ? answer.reply : undefined;
  const words = reply?.initialValue?.messageId === id ? (reply.error?.[''] ?? []) : [];
  return (
    <Form method="post" action={path + search} preventScrollReset className="mt-1">
      <input type="hidden" name="messageId" value={id} />
      <input type="hidden" name="intent" value="translate" />
      <FormWords words={words} />
      <Button variant="quiet" pending={isFor(id, formData)} aria-describedby={placeOf(id)}>
        {t('conversation.translate')}
      </Button>
    </Form>
  );
}

/** What a patient agrees to before any message is translated, and the button that says so. */
export function TranslationConsent({ path, text }: { path: string; text: string }) {
  const t = useText();
  const { reply, pending } = useIntent('agree-translation');
  return (
    <details className="border-t border-line pt-4" open={reply ? true : undefined}>
      <summary className="font-semibold">{t('translation.title')}</summary>
      <Form method="post" action={path} preventScrollReset className="mt-4 space-y-4">
        <FormWords words={reply?.error?.[''] ?? []} />
        <input type="hidden" name="intent" value="agree-translation" />
        <TextLines text={text} className="measure text-ink-soft" />
        <Button variant="secondary" pending={pending}>
          {t('translation.agree')}
        </Button>
      </Form>
    </details>
  );
}
