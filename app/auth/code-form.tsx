import { getFormProps, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { codeLength } from '#contracts/identity';
import { useText } from '#app/i18n/use-text';
import { useIntent } from '#app/auth/use-intent';
import { ActionBar } from '../components/action-bar';
import { Button } from '../components/button';
import { CheckboxField } from '../components/checkbox-field';
import { useHydrated } from '../components/use-hydrated';
import { CodeField } from './code-field';
import { FormFailure, FormWords } from './form-failure';

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
  return (
    <Form method="post" {...getFormProps(form)} noValidate>
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
