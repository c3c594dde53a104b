import { getFormProps, useForm } from '@conform-to/react';
import { Form, useLoaderData } from '@remix-run/react';
import { clinicDetailsSchema } from '#contracts/clinic-onboarding';
import { ownClinic } from '#modules/clinic-onboarding';
import { changeClinicDetails } from '#workflows';
import { FormFailure } from '#app/auth/form-failure';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { DetailsFields, type DetailsForm } from '#app/clinic/details-fields';
import { ActionBar } from '#app/components/action-bar';
import { Button, ButtonLink } from '#app/components/button';
import { ErrorSummary } from '#app/components/error-summary';
import { Page } from '#app/components/page';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('clinic.application');

const status = '/clinic/pending-approval';

/** Details can be corrected until the application is decided, and after a rejection. */
export const loader = pageLoader('clinic', async (ctx) => {
  const clinic = await ownClinic(ctx);
  if (clinic.approvalStatus !== 'pending' && clinic.approvalStatus !== 'rejected')
    throw redirect(status);
  return { clinic };
});

export const action = pageAction('clinic-owner', {
  details: intent('clinic-owner', clinicDetailsSchema, async (ctx, details) => {
    const { clinic, pendingEmail } = await changeClinicDetails(ctx, { details });
    // Another address waits for its link: the page that says so comes next.
    return redirect(pendingEmail && details.email !== clinic.email ? '/clinic/email' : status);
  }),
});

export const clientAction = keepOnNetworkError;

/** The details of an application, to be corrected. */
export default function ClinicApplicationPage() {
  const { clinic } = useLoaderData<typeof loader>();
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
