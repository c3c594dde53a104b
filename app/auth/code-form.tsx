import { type FieldMetadata, getFormProps, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { OTPInput, REGEXP_ONLY_DIGITS, type SlotProps } from 'input-otp';
import {
  type ClipboardEvent,
  type ComponentProps,
  type FormEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { codeLength } from '#contracts/identity';
import { FormFailure, FormWords } from './form-failure';
import { useIntent } from './use-intent';
import { ActionBar } from '../components/action-bar';
import { Button } from '../components/button';
import { CheckboxField } from '../components/checkbox-field';
import { controlStyle } from '../components/control-style';
import { cx } from '../components/cx';
import { Field } from '../components/field';
import { useHydrated } from '../components/use-hydrated';
import { useText } from '#app/i18n/use-text';

/** Long enough to see the last digit, and to press the button oneself. */
const pause = 300;

/** The last digit sends the code, typed, pasted or filled in; a code that was refused is not sent again. */
function useSubmitWhenWhole(formId: string, code: string): void {
  const { state } = useNavigation();
  const idle = useRef(true);
  useEffect(() => {
    idle.current = state === 'idle';
  }, [state]);
  useEffect(() => {
    if (code.length < codeLength) return;
    const timer = setTimeout(() => {
      const form = document.getElementById(formId);
      if (idle.current && form instanceof HTMLFormElement) form.requestSubmit();
    }, pause);
    return () => clearTimeout(timer);
  }, [formId, code]);
}

/**
 * Lets one submission at a time through. The last digit and the button may send the same code before the page shows that
 * one is on its way; the second would take the place of the first, and a code works once.
 */
function useOneAtATime(answer: unknown): (event: FormEvent) => void {
  const { state } = useNavigation();
  const underWay = useRef(false);
  useEffect(() => {
    if (state === 'idle') underWay.current = false;
  }, [state, answer]);
  return (event) => {
    if (underWay.current) event.preventDefault();
    underWay.current = true;
  };
}

/** The code and the button that checks it; `withSharedDevice` where a session begins. */
export function CodeForm({
  intent,
  withSharedDevice,
}: {
  intent: 'verify' | 'proof';
  withSharedDevice?: boolean;
}) {
  const t = useText();
  const hydrated = useHydrated();
  const { reply, code: failure, pending } = useIntent(intent);
  const [form, fields] = useForm<{ code: string; sharedDevice: string }>({
    id: intent,
    lastResult: reply,
  });
  const [code, setCode] = useState('');
  useSubmitWhenWhole(form.id, code);
  const keepsToOne = useOneAtATime(reply);
  return (
    <Form method="post" {...getFormProps(form)} onSubmitCapture={keepsToOne} noValidate>
      <FormWords words={form.errors ?? []} />
      <FormFailure code={failure} />
      <input type="hidden" name="intent" value={intent} />
      <div className="space-y-6">
        {withSharedDevice ? (
          <CheckboxField
            meta={fields.sharedDevice}
            label={t('auth.code.shared')}
            hint={t('auth.code.shared_hint')}
          />
        ) : null}
        <CodeField meta={fields.code} answer={reply} onChange={setCode} />
      </div>
      <ActionBar>
        <Button
          size="lg"
          pending={pending}
          blocked={hydrated && code.length < codeLength && t('auth.code.blocked')}
        >
          {t('auth.code.submit')}
        </Button>
      </ActionBar>
    </Form>
  );
}

interface CodeFieldProps {
  meta: FieldMetadata<string>;
  answer: unknown;
  onChange: (code: string) => void;
}

/** Six digits in six boxes; without script one plain field. */
function CodeField({ meta, answer, onChange }: CodeFieldProps) {
  const t = useText();
  const hydrated = useHydrated();
  return (
    <Field id={meta.id} label={t('auth.code.label')} errors={meta.errors}>
      {(aria) =>
        hydrated ? (
          <CodeBoxes {...aria} name={meta.name} answer={answer} onCode={onChange} />
        ) : (
          <input
            {...aria}
            name={meta.name}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            className={cx(controlStyle, 'tnum max-w-40 text-xl tracking-widest')}
          />
        )
      }
    </Field>
  );
}

interface CodeBoxesProps extends Pick<
  ComponentProps<'input'>,
  'aria-describedby' | 'aria-invalid'
> {
  id: string;
  name: string;
  /** Changes with every answer of the server: a code that was refused makes room for another. */
  answer: unknown;
  onCode: (code: string) => void;
}

const digits = (text: string): string => text.replace(/\D/g, '').slice(0, codeLength);

/** The library adds a style element; the policy of the page lets in what carries its nonce. */
const pageNonce = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

function Box({ char, isActive, hasFakeCaret }: SlotProps) {
  return (
    <div
      className={cx(
        'tnum grid h-12 min-w-0 flex-1 place-items-center rounded-md border bg-surface text-2xl',
        isActive ? 'border-2 border-brand' : 'border-line-strong',
      )}
    >
      {char ?? (hasFakeCaret ? <span className="h-6 w-px bg-ink" /> : null)}
    </div>
  );
}

/**
 * One real field under six drawn boxes: typing moves on, backspace moves back, paste and the codes that
 * phones offer fill all six.
 */
function CodeBoxes({ answer, onCode, ...input }: CodeBoxesProps) {
  const typed = useTypedSoFar(input.id);
  const [code, setCode] = useState(() => digits(typed));
  const opened = useRef(false);
  // Where the code is typed is where the focus is: when the step opens, and when a code was refused.
  useEffect(() => {
    if (opened.current && answer === undefined) return;
    if (opened.current) setCode('');
    opened.current = true;
    document.getElementById(input.id)?.focus();
  }, [answer, input.id]);
  useEffect(() => onCode(code), [code, onCode]);
  const replaceAll = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = digits(event.clipboardData.getData('text/plain'));
    if (pasted.length < codeLength) return;
    event.preventDefault();
    // The library would put it where the caret is, which in full boxes is the last one.
    event.stopPropagation();
    setCode(pasted);
  };
  return (
    <OTPInput
      {...input}
      maxLength={codeLength}
      pattern={REGEXP_ONLY_DIGITS}
      inputMode="numeric"
      autoComplete="one-time-code"
      value={code}
      onChange={setCode}
      onPasteCapture={replaceAll}
      pasteTransformer={digits}
      pushPasswordManagerStrategy="none"
      noScriptCSSFallback={null}
      nonce={pageNonce()}
      containerClassName="w-full max-w-82"
      render={({ slots }) => (
        <div className="flex w-full gap-2" dir="ltr" aria-hidden="true">
          {slots.map((slot, index) => (
            <Box key={index} {...slot} />
          ))}
        </div>
      )}
    />
  );
}

const plainField = (id: string): HTMLInputElement | null => {
  const field = document.getElementById(id);
  // The boxes of an earlier code are not what somebody has typed for this one.
  const isPlain = field instanceof HTMLInputElement && !('inputOtp' in field.dataset);
  return isPlain ? field : null;
};

/**
 * What somebody typed into a plain field before the script that replaces it was there; the focus moves
 * along. Read during the first render, while the plain field still stands.
 */
function useTypedSoFar(id: string): string {
  const [before] = useState(() => {
    const field = plainField(id);
    return {
      typed: field?.value ?? '',
      focused: field !== null && document.activeElement === field,
    };
  });
  useEffect(() => {
    if (before.focused) plainField(id)?.focus();
  }, [before, id]);
  return before.typed;
}
