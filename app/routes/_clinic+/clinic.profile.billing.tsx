import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { BillingForm } from '#app/clinic-profile/billing-form';
import { SectionPage } from '#app/clinic-profile/section-form';
import { billingAction, loadSections } from '#app/clinic-profile/sections.server';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';

export const meta = pageMeta('clinic.profile.billing');

export const loader = pageLoader('approved-clinic', loadSections);
export const action = billingAction;
export const clientAction = keepOnNetworkError;

export default function ClinicBillingPage() {
  return (
    <SectionPage section="billing">
      <BillingForm {...useLoaderData<typeof loader>()} />
    </SectionPage>
  );
}
