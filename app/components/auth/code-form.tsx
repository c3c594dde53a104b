import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useState } from 'react';
import { codeLength } from '#contracts/identity';
import { useText } from '#app/i18n/use-text';
import { useIntent } from '#app/auth/use-intent';
import { ActionBar } from '../action-bar';
import { Button } from '../button';
import { CheckboxField } from '../checkbox-field';
import { ErrorSummary } from '../error-summary';
import { useHydrated } from '../use-hydrated';
import { CodeField } from './code-field';
import { FormFailure } from './form-failure';

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
  return (
    <Form method="post" {...getFormProps(form)} noValidate>
      <ErrorSummary form={form} />
      <FormFailure code={failure} />
      <input type="hidden" name="intent" value={intent} />
      <div className="space-y-6">
        <CodeField meta={fields.code} answer={reply} onChange={setCode} />
        {withSharedDevice ? (
          <CheckboxField
            meta={fields.sharedDevice}
            label={t('auth.code.shared')}
            hint={t('auth.code.shared_hint')}
          />
        ) : null}
      </div>
      <ActionBar>
        <Button size="lg" pending={pending} disabled={hydrated && code.length < codeLength}>
          {t('auth.code.submit')}
        </Button>
      </ActionBar>
    </Form>
  );
}
