import { useLoaderData } from '@remix-run/react';
import { Page } from '#app/components/page';
import { HelpCenter } from '#app/profile/help-center';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('support.help');

export const loader = pageLoader('patient', async (_ctx, { url }) => ({
  asked: (url.searchParams.get('q') ?? '').slice(0, 100),
}));

export default function HelpPage() {
  const t = useText();
  const { asked } = useLoaderData<typeof loader>();
  return (
    <Page title={t('support.help.title')} back={{ to: '/profile' }}>
      <HelpCenter key={asked} asked={asked} />
    </Page>
  );
}
