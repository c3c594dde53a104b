import { useLoaderData, useSearchParams } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { Banner } from '#app/components/banner';
import { Page } from '#app/components/page';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { ConsentsCard } from '#app/leaving/consents-card';
import { DeleteCard } from '#app/leaving/delete-card';
import { DownloadCard } from '#app/leaving/download-card';
import { privacyAction, privacyLoader } from '#app/leaving/privacy-page.server';

export const meta = pageMeta('own-data.page');
export const loader = privacyLoader;
export const action = privacyAction;
export const clientAction = keepOnNetworkError;

export default function PrivacyOfAccountPage() {
  const t = useText();
  const { consents, fresh, archive } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const done = (['asked', 'withdrawn'] as const).find((word) => search.has(word));
  return (
    <Page title={t('own-data.page.title')} lead={t('own-data.page.lead')} back={{ to: '/profile' }}>
      {/* There before its words, which are not heard otherwise. */}
      <div role="status" className="not-empty:mb-6">
        {done ? <Banner tone="ok" title={t(`own-data.done.${done}`)} /> : null}
      </div>
      <div className="space-y-6">
        <ConsentsCard consents={consents} />
        <DownloadCard whose="patient" fresh={fresh} archive={archive} />
        <DeleteCard whose="patient" />
      </div>
    </Page>
  );
}
