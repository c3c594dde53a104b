import { getFormProps, useForm } from '@conform-to/react';
import { Form, useLocation } from '@remix-run/react';
import { defaultCountry, type RegistrationDraft } from '#contracts/clinic-onboarding';
import { useKeptForm } from '#app/forms/use-kept-form';
import { useText } from '#app/i18n/use-text';
import { useIntent } from '#app/auth/use-intent';
import { ActionBar } from '../components/action-bar';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { ErrorSummary } from '../components/error-summary';
import { FormFailure } from '../auth/form-failure';
import { KeptStatus } from '../components/kept-status';
import { DetailsFields, type DetailsForm } from './details-fields';

export const infoFormId = 'info';

interface InfoFormProps {
  fields: RegistrationDraft | null;
  phone: string;
}

/** Step 3: what a clinic says of itself. */
export function InfoForm({ fields: typed, phone }: InfoFormProps) {
  const t = useText();
  const { answer, reply, code, pending } = useIntent('info');
  const [form, fields] = useForm<DetailsForm>({
    id: infoFormId,
    lastResult: reply,
    defaultValue: { country: defaultCountry, ...typed },
  });
  const { pathname } = useLocation();
  const keeping = useKeptForm({
    formId: infoFormId,
    owner: phone,
    answer,
    path: pathname,
    intent: 'keep',
    pauseMs: 3_000,
  });
  return (
    <Form method="post" {...getFormProps(form)} noValidate>
      {code === 'unauthenticated' ? (
        <Banner tone="danger" className="mb-6">
          {t('clinic.register.expired_typed')}
        </Banner>
      ) : (
        <ErrorSummary form={form} />
      )}
      <FormFailure code={code} />
      <DetailsFields fields={fields} />
      <KeptStatus state={keeping} signIn={pathname} />
      <ActionBar>
        <Button size="lg" name="intent" value="info" pending={pending}>
          {t('clinic.register.continue')}
        </Button>
      </ActionBar>
    </Form>
  );
}
