import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import type { ClinicDto } from '#contracts/clinic-onboarding';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { ActionBar } from '../components/action-bar';
import { FormFailure } from '../auth/form-failure';
import { Button, ButtonLink } from '../components/button';
import { ErrorSummary } from '../components/error-summary';
import { Page } from '../components/page';
import { DetailsFields, type DetailsForm } from './details-fields';

const status = '/clinic/pending-approval';

/** The details of an application, to be mended. */
export function ApplicationForm({ clinic }: { clinic: ClinicDto }) {
  const t = useText();
  const { reply, code, pending } = useIntent('details');
  const [form, fields] = useForm<DetailsForm>({
    id: 'details',
    lastResult: reply,
    defaultValue: clinic,
  });
  return (
    <Page
      title={t('clinic.application.title')}
      lead={t('clinic.application.lead')}
      back={{ to: status, label: t('clinic.pending.title') }}
    >
      <Form method="post" {...getFormProps(form)} noValidate>
        <ErrorSummary form={form} />
        <FormFailure code={code} />
        <input type="hidden" name="intent" value="details" />
        <DetailsFields fields={fields} />
        <ActionBar>
          <Button size="lg" pending={pending}>
            {t('clinic.application.save')}
          </Button>
          <ButtonLink size="lg" variant="secondary" to={status}>
            {t('common.cancel')}
          </ButtonLink>
        </ActionBar>
      </Form>
    </Page>
  );
}
