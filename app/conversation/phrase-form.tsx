import { useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useText } from '#app/i18n/use-text';
import { FormFailure, FormWords } from '../auth/form-failure';
import { useIntent } from '../auth/use-intent';
import { Button } from '../components/button';
import { controlStyle } from '../components/control-style';
import { Field } from '../components/field';

/** What the reader may say as it stands, by topic, in their language. */
export type Sentences = ReadonlyArray<{
  readonly topic: string;
  readonly sentences: ReadonlyArray<{ readonly id: string; readonly text: string }>;
}>;

interface PhraseFormProps {
  path: string;
  sentences: Sentences;
  /** Under which the sentence is sent once. */
  messageKey: string;
  /** Another one once something was sent: the choice begins anew, the button keeps the focus. */
  round: string | undefined;
  /** The last message on the screen: whoever answers it has seen it. */
  upTo?: string;
}

/** Sentences that each side reads in their own language; what is typed beside them stays. */
export function PhraseForm({ path, sentences, messageKey, round, upTo }: PhraseFormProps) {
  const t = useText();
  const { reply, code, pending } = useIntent('phrase');
  const [form, { phrase }] = useForm<{ phrase: string }>({ id: 'phrase', lastResult: reply });
  const isRefused = code !== undefined || reply?.status === 'error';
  return (
    <details className="border-t border-line pt-4" open={isRefused || undefined}>
      <summary className="font-semibold">{t('phrases.title')}</summary>
      <Form method="post" action={path} preventScrollReset className="mt-4 space-y-4">
        <FormWords words={form.errors ?? []} />
        <FormFailure code={code} />
        <input type="hidden" name="intent" value="phrase" />
        <input type="hidden" name="key" value={messageKey} />
        {upTo ? <input type="hidden" name="upTo" value={upTo} /> : null}
        <Field
          id="phrase"
          label={t('phrases.label')}
          hint={t('phrases.hint')}
          errors={phrase.errors}
        >
          {(aria) => (
            <select key={round} {...aria} name="phrase" defaultValue="" className={controlStyle}>
              <option value="">{t('phrases.choose')}</option>
              {sentences.map((one) => (
                <optgroup key={one.topic} label={one.topic}>
                  {one.sentences.map(({ id, text }) => (
                    <option key={id} value={id}>
                      {text}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )}
        </Field>
        <Button variant="secondary" pending={pending}>
          {t('phrases.send')}
        </Button>
      </Form>
    </details>
  );
}
