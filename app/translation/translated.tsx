import { Form, useActionData, useLocation, useNavigation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type TranslatedBy, translatorTitles } from '#contracts/translations';
import { useFormats } from '#app/i18n/formats';
import { useLocale, useText } from '#app/i18n/use-text';
import { FormWords } from '../auth/form-failure';
import { type IntentReply, useIntent } from '../auth/use-intent';
import { Button } from '../components/button';
import { TextLines } from '../components/text-lines';

interface InWordsProps {
  /** As it was written. */
  original: string;
  /** In the reader's language. */
  text: string;
  translated: TranslatedBy;
  children?: ReactNode;
}

/** Words in the reader's language, what stands below them, and the original one tap away. */
export function InWords({ original, text, translated: { from }, children }: InWordsProps) {
  const t = useText();
  const locale = useLocale();
  const lang = from ?? undefined;
  if (lang === locale)
    return (
      <>
        <p className="whitespace-pre-line wrap-anywhere">{original}</p>
        {children}
      </>
    );
  return (
    <>
      <p lang={locale} dir="auto" className="whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      {children}
      <details className="mt-2">
        <summary className="text-sm font-semibold">{t('translation.original')}</summary>
        <p lang={lang} dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
          {original}
        </p>
      </details>
    </>
  );
}

/** Who translated, and that it may be wrong. */
export function TranslationNote({ translated: { by, from } }: { translated: TranslatedBy }) {
  return (
    <p className="mt-1 text-sm text-ink-soft">
      <NoteWords {...{ by, from }} />
    </p>
  );
}

function NoteWords({ by, from }: TranslatedBy) {
  const t = useText();
  const locale = useLocale();
  const { languageName } = useFormats();
  const name = translatorTitles[by];
  if (from === locale) return t('translation.same', { name });
  if (by === 'demo') return t('translation.made_demo');
  return from
    ? t('translation.made', { name, language: languageName(from) })
    : t('translation.made_unknown', { name });
}

/** Whether this is a form on its way that asks for the translation of what has this id. */
const isAskedFor = (id: string, form: FormData | undefined): boolean =>
  form?.get('intent') === 'translate' && form.get('id') === id;

/**
 * The button is gone once the translation is there: whoever pressed it hears the words that it was below. Give the ref to an
 * element that can have the focus.
 */
export function useHeardAgain(id: string, isTranslated: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);
  const { formData } = useNavigation();
  const isAsked = isAskedFor(id, formData);
  useEffect(() => {
    if (isAsked) wasAsked.current = true;
    else if (wasAsked.current && isTranslated) {
      wasAsked.current = false;
      ref.current?.focus({ preventScroll: true });
    }
  }, [isAsked, isTranslated]);
  return ref;
}

interface TranslateFormProps {
  id: string;
  /** Of the page; without scripts it comes back there. */
  path: string;
  /** Id of the element that holds the words. */
  describedBy: string;
}

/** Asks for one text in the reader's language. */
export function TranslateForm({ id, path, describedBy }: TranslateFormProps) {
  const t = useText();
  const { search } = useLocation();
  const { formData } = useNavigation();
  const answer = useActionData() as IntentReply | undefined;
  const reply = answer?.intent === 'translate' ? answer.reply : undefined;
  const words = reply?.initialValue?.id === id ? (reply.error?.[''] ?? []) : [];
  return (
    <Form method="post" action={path + search} preventScrollReset className="mt-1">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="intent" value="translate" />
      <FormWords words={words} />
      <Button variant="quiet" pending={isAskedFor(id, formData)} aria-describedby={describedBy}>
        {t('translation.translate')}
      </Button>
    </Form>
  );
}

/** What a patient agrees to before anything is translated, and the button that says so. */
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
