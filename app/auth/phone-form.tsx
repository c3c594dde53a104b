import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { PhoneCountry } from '#contracts/identity';
import { useText } from '#app/i18n/use-text';
import { useIntent } from '#app/auth/use-intent';
import { ActionBar } from '../components/action-bar';
import { Button } from '../components/button';
import { CheckboxField } from '../components/checkbox-field';
import { ErrorSummary } from '../components/error-summary';
import { TermsText } from '../components/terms-text';
import { useHydrated } from '../components/use-hydrated';
import { FormFailure } from './form-failure';
import { PhoneField } from './phone-field';
import { useProofOfWork } from './use-proof-of-work';

/** Whether the terms are ticked; before there is a script the browser alone knows. */
function useAgreed(id: string): [boolean, (agreed: boolean) => void] {
  const [agreed, setAgreed] = useState(false);
  useEffect(() => {
    const box = document.getElementById(id);
    setAgreed(box instanceof HTMLInputElement && box.checked);
  }, [id]);
  return [agreed, setAgreed];
}

interface PhoneFormProps {
  stamp: string;
  countries: readonly PhoneCountry[];
  /** The number that a code is open for, as people read it, and its country; empty without one. */
  phone: string;
  country: string;
}

/** Step 1: the number and the terms. */
export function PhoneForm({ stamp, countries, phone, country }: PhoneFormProps) {
  const t = useText();
  const hydrated = useHydrated();
  const { reply, code, pending } = useIntent('send');
  const [form, fields] = useForm<{ phone: string; country: string; terms: string }>({
    id: 'send',
    lastResult: reply,
    // Who comes back from the code had agreed to the terms.
    defaultValue: phone ? { phone, country, terms: 'on' } : undefined,
  });
  const [agreed, setAgreed] = useAgreed(fields.terms.id);
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
      <div className="space-y-6">
        <PhoneField meta={fields.phone} country={fields.country} countries={countries} />
        <CheckboxField
          meta={fields.terms}
          onChange={(event) => setAgreed(event.target.checked)}
          label={<TermsText id="auth.phone.terms" />}
        />
      </div>
      <ActionBar>
        <Button size="lg" pending={pending || work.busy} disabled={hydrated && !agreed}>
          {t('auth.phone.submit')}
        </Button>
      </ActionBar>
      {work.note ?? <p className="mt-6 text-sm text-ink-soft">{t('auth.phone.risk')}</p>}
    </Form>
  );
}
