import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { DoctorsForm } from '#app/clinic-profile/doctors-form';
import { SectionPage } from '#app/clinic-profile/section-form';
import { doctorsAction, loadSections } from '#app/clinic-profile/sections.server';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';

export const meta = pageMeta('clinic.profile.doctors');

export const loader = pageLoader('approved-clinic', loadSections);
export const action = doctorsAction;
export const clientAction = keepOnNetworkError;

export default function ClinicDoctorsPage() {
  return (
    <SectionPage section="doctors">
      <DoctorsForm {...useLoaderData<typeof loader>()} />
    </SectionPage>
  );
}
