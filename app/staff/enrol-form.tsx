import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { minPasswordLength } from '#contracts/identity';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { controlStyle } from '../components/control-style';
import { ErrorSummary } from '../components/error-summary';
import { Field } from '../components/field';
import { TextField } from '../components/text-field';
import { TotpSecret, type OfferedApp } from './totp-secret';

interface EnrolFormProps {
  readonly offer: OfferedApp & { readonly email: string };
}

/** Password and authenticator app, both at once: neither is worth anything without the other. */
export function EnrolForm({ offer }: EnrolFormProps) {
  const t = useText();
  const { reply, pending } = useIntent('enrol');
  const [form, fields] = useForm<{ password: string; code: string }>({
    id: 'enrol',
    lastResult: reply,
  });
  return (
    <Form method="post" {...getFormProps(form)} className="space-y-10">
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="enrol" />
      <section aria-labelledby="enrol-step-password" className="space-y-5">
        <h2 id="enrol-step-password" className="text-xl">
          {t('staff.enrol.password_title')}
        </h2>
        {/* Password managers store the password under the address that stands beside it. */}
        <Field id="enrol-email" label={t('staff.enrol.email')}>
          {(aria) => (
            <input
              {...aria}
              type="email"
              autoComplete="username"
              value={offer.email}
              readOnly
              className={controlStyle}
            />
          )}
        </Field>
        <TextField
          meta={fields.password}
          type="password"
          label={t('staff.enrol.password')}
          hint={t('staff.enrol.password_hint', { min: minPasswordLength })}
          autoComplete="new-password"
        />
      </section>
      <section aria-labelledby="enrol-step-app" className="space-y-5">
        <h2 id="enrol-step-app" className="text-xl">
          {t('staff.enrol.app_title')}
        </h2>
        <TotpSecret offer={offer} />
        <TextField
          meta={fields.code}
          label={t('staff.enrol.code')}
          hint={t('staff.enrol.code_hint')}
          autoComplete="one-time-code"
          inputMode="numeric"
          className="max-w-48 tabular-nums"
        />
      </section>
      <Button size="lg" pending={pending}>
        {t('staff.enrol.submit')}
      </Button>
    </Form>
  );
}
