import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { InfoForm } from '#app/clinic-profile/info-form';
import { SectionPage } from '#app/clinic-profile/section-form';
import { infoAction, loadSections } from '#app/clinic-profile/sections.server';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';

export const meta = pageMeta('clinic.profile.info');

export const loader = pageLoader('approved-clinic', loadSections);
export const action = infoAction;
export const clientAction = keepOnNetworkError;

export default function ClinicInfoPage() {
  return (
    <SectionPage section="info">
      <InfoForm {...useLoaderData<typeof loader>()} />
    </SectionPage>
  );
}
