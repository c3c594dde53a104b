import { useText } from '#app/i18n/use-text';
import { pageMeta } from '#app/i18n/page-meta';
import { buttonStyle } from '#app/components/button-style';
import type { PageHandle } from '#app/layout/use-scripts';
import { Page } from '#app/components/page';
import { SceneIllustration } from '#app/components/scene-illustration';

export const handle: PageHandle = { chrome: 'bare', scripts: false };
export const meta = pageMeta('public.offline');

/** Kept by the background worker and shown at any address while there is no connection. */
export default function OfflinePage() {
  const t = useText();
  return (
    <Page title={t('public.offline.title')} lead={t('public.offline.text')}>
      <SceneIllustration scene="offline" className="mb-8 size-32" />
      {/* An empty address is the one that is open, query included: the page that could not be had. */}
      {/* eslint-disable-next-line jsx-a11y/anchor-is-valid */}
      <a href="" className={buttonStyle({})}>
        {t('common.error.retry')}
      </a>
    </Page>
  );
}
