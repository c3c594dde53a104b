import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { PrivacyForm } from '#app/clinic-profile/privacy-form';
import { SectionPage } from '#app/clinic-profile/section-form';
import { privacyAction, loadSections } from '#app/clinic-profile/sections.server';
import { DeleteCard } from '#app/leaving/delete-card';
import { DownloadCard } from '#app/leaving/download-card';
import { loadLeaving } from '#app/leaving/privacy-page.server';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';

export const meta = pageMeta('clinic.profile.privacy');

export const loader = pageLoader('approved-clinic', async (ctx) => ({
  ...(await loadSections(ctx)),
  ...(await loadLeaving(ctx)),
}));
export const action = privacyAction;
export const clientAction = keepOnNetworkError;

export default function ClinicPrivacyPage() {
  const data = useLoaderData<typeof loader>();
  return (
    <SectionPage section="privacy">
      <PrivacyForm {...data} />
      <div className="mt-10 space-y-6">
        <DownloadCard whose="clinic" fresh={data.fresh} archive={data.archive} />
        <DeleteCard whose="clinic" />
      </div>
    </SectionPage>
  );
}
