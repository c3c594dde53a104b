import { useLoaderData } from '@remix-run/react';
import { clinicDetailsSchema } from '#contracts/clinic-onboarding';
import { ownClinic } from '#modules/clinic-onboarding';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { ApplicationForm } from '#app/clinic/application-form';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { changeClinicDetails } from '#workflows';
import { pageMeta } from '#app/i18n/page-meta';

export const meta = pageMeta('clinic.application');

const status = '/clinic/pending-approval';

/** Details can be mended until the application is decided, and after a rejection. */
export const loader = pageLoader('clinic', async (ctx) => {
  const clinic = await ownClinic(ctx);
  if (clinic.approvalStatus !== 'pending' && clinic.approvalStatus !== 'rejected')
    throw redirect(status);
  return { clinic };
});

export const action = pageAction('clinic', {
  details: intent('clinic', clinicDetailsSchema, async (ctx, details) => {
    const { clinic, pendingEmail } = await changeClinicDetails(ctx, { details });
    // Another address waits for its link: the page that says so comes next.
    return redirect(pendingEmail && details.email !== clinic.email ? '/clinic/email' : status);
  }),
});

export const clientAction = keepOnNetworkError;

export default function ClinicApplicationPage() {
  return <ApplicationForm {...useLoaderData<typeof loader>()} />;
}
