import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import type { PhoneCountry } from '#contracts/identity';
import { useText } from '#app/i18n/use-text';
import { useIntent } from '#app/auth/use-intent';
import { ActionBar } from '../components/action-bar';
import { Button } from '../components/button';
import { ErrorSummary } from '../components/error-summary';
import { FormFailure } from './form-failure';
import { PhoneField } from './phone-field';
import { useProofOfWork } from './use-proof-of-work';

interface PhoneFormProps {
  stamp: string;
  countries: readonly PhoneCountry[];
  /** The number that a code is open for, as people read it, and its country; empty without one. */
  phone: string;
  country: string;
}

/** Step 1: the number. The terms are for the step at which an account begins. */
export function PhoneForm({ stamp, countries, phone, country }: PhoneFormProps) {
  const t = useText();
  const { reply, code, pending } = useIntent('send');
  const [form, fields] = useForm<{ phone: string; country: string }>({
    id: 'send',
    lastResult: reply,
    defaultValue: phone ? { phone, country } : undefined,
  });
  const work = useProofOfWork('send');
  return (
    <Form method="post" {...getFormProps(form)} noValidate>
      <ErrorSummary form={form} />
      <FormFailure code={code} />
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="stamp" value={stamp} />
      {work.fields}
      <div className="sr-only" aria-hidden="true">
        <label htmlFor="website">{t('auth.phone.honeypot')}</label>
        <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <PhoneField meta={fields.phone} country={fields.country} countries={countries} />
      <ActionBar>
        <Button size="lg" pending={pending || work.busy}>
          {t('auth.phone.submit')}
        </Button>
      </ActionBar>
      {work.note ?? <p className="mt-6 text-sm text-ink-soft">{t('auth.phone.risk')}</p>}
    </Form>
  );
}
