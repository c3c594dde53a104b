import { useLoaderData, useSearchParams } from '@remix-run/react';
import { applicationChanged } from '#contracts/clinic-onboarding';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { ChangesList } from '#app/clinic-profile/changes-list';
import { SectionPage } from '#app/clinic-profile/section-form';
import { loadVerified, verifiedAction } from '#app/clinic-profile/sections.server';
import { VerifiedForm } from '#app/clinic-profile/verified-form';
import { Banner } from '#app/components/banner';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { keepLast } from '#app/live/keep-last';
import { useLive } from '#app/live/use-live';

export const meta = pageMeta('clinic.profile.verified');

export const loader = pageLoader('approved-clinic', loadVerified);
export const clientLoader = keepLast;
export const action = verifiedAction;
export const clientAction = keepOnNetworkError;

export default function ClinicVerifiedPage() {
  const t = useText();
  const [search] = useSearchParams();
  const { shown, changes, refusals, ...form } = useLoaderData<typeof loader>();
  useLive(({ type }) => type === applicationChanged, { as: 'clinic' });
  return (
    <SectionPage section="verified">
      {search.has('asked') && changes.length > 0 ? (
        <Banner tone="ok" className="mb-6" title={t('clinic.profile.verified.sent')} />
      ) : null}
      <ChangesList shown={shown} changes={changes} refusals={refusals} />
      <VerifiedForm {...form} />
    </SectionPage>
  );
}
