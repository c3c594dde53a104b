import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { ActionBar } from '../components/action-bar';
import { Button } from '../components/button';
import { CheckboxField } from '../components/checkbox-field';
import { ErrorSummary } from '../components/error-summary';
import { TermsText } from '../components/terms-text';
import { useHydrated } from '../components/use-hydrated';
import { useTicked } from '../components/use-ticked';
import { FormFailure } from './form-failure';

/** After the code: the terms or the privacy policy are others than those that this patient agreed to. */
export function TermsStep() {
  const t = useText();
  const hydrated = useHydrated();
  const { reply, code, pending } = useIntent('agree');
  const [form, fields] = useForm<{ terms: string }>({ id: 'agree', lastResult: reply });
  const [agreed, setAgreed] = useTicked(fields.terms.id);
  return (
    <Form method="post" {...getFormProps(form)} noValidate>
      <ErrorSummary form={form} />
      <FormFailure code={code} />
      <input type="hidden" name="intent" value="agree" />
      <CheckboxField
        meta={fields.terms}
        onChange={(event) => setAgreed(event.target.checked)}
        label={<TermsText id="auth.phone.terms" />}
      />
      <ActionBar>
        <Button
          size="lg"
          pending={pending}
          blocked={hydrated && !agreed && t('auth.terms.blocked')}
        >
          {t('auth.phone.submit')}
        </Button>
      </ActionBar>
    </Form>
  );
}
