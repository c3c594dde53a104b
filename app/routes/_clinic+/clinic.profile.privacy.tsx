import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { PrivacyForm } from '#app/clinic-profile/privacy-form';
import { SectionPage } from '#app/clinic-profile/section-form';
import { privacyAction, loadSections } from '#app/clinic-profile/sections.server';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';

export const meta = pageMeta('clinic.profile.privacy');

export const loader = pageLoader('approved-clinic', loadSections);
export const action = privacyAction;
export const clientAction = keepOnNetworkError;

export default function ClinicPrivacyPage() {
  return (
    <SectionPage section="privacy">
      <PrivacyForm {...useLoaderData<typeof loader>()} />
    </SectionPage>
  );
}
