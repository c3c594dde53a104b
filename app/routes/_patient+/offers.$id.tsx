import { useLoaderData } from '@remix-run/react';
import { isActive, leadChanged } from '#contracts/leads';
import { readLead } from '#modules/leads';
import { ButtonLink } from '#app/components/button';
import { EmptyState } from '#app/components/empty-state';
import { Page } from '#app/components/page';
import { SceneIllustration } from '#app/components/scene-illustration';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { useLive } from '#app/live/use-live';

export const meta = pageMeta('leads.offers');

export const loader = pageLoader('patient', async (ctx, { params }) => {
  const { lead } = await readLead(ctx, { leadId: params.id ?? '' });
  return { leadId: lead._id, active: isActive(lead.status) };
});

export default function OffersPage() {
  const t = useText();
  const { leadId, active } = useLoaderData<typeof loader>();
  useLive((message) => message.type === leadChanged && message.leadId === leadId);
  const request = `/request-detail/${leadId}`;
  return (
    <Page title={t('leads.offers.title')} back={{ to: request }}>
      <EmptyState
        illustration={<SceneIllustration scene="offers" className="size-24" />}
        title={t('leads.offers.none')}
        text={t(active ? 'leads.offers.none_text' : 'leads.offers.over')}
        action={<ButtonLink to={request}>{t('leads.offers.to_request')}</ButtonLink>}
      />
    </Page>
  );
}
