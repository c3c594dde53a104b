import { isRouteErrorResponse, useLoaderData, useRouteError } from '@remix-run/react';
import { z } from 'zod';
import { noteSchema, sharedPath, sharedViewPath } from '#contracts/companions';
import { writeNote } from '#modules/companions';
import { ratesAmong, sharedView } from '#workflows';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { readCompanion } from '#app/companions/pages.server';
import { SharedView } from '#app/companions/shared-view';
import { ButtonLink } from '#app/components/button';
import { ListFailure } from '#app/components/list-failure';
import { Page } from '#app/components/page';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { addressIn } from '#app/i18n/address';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import type { PageHandle } from '#app/layout/use-scripts';

export const meta: ReturnType<typeof pageMeta> = (args) => [
  ...(pageMeta('companions.view')(args) ?? []),
  { name: 'robots', content: 'noindex' },
];
export const handle: PageHandle = { chrome: 'bare', scripts: 'application' };

export const loader = pageLoader('public', async (ctx, { request, url }) => {
  const view = await sharedView(ctx, { cookie: readCompanion(ctx, request) });
  const rates = await ratesAmong(ctx, view.offers);
  return { view, rates, noted: url.searchParams.has('noted') };
});

export const action = pageAction('public', {
  note: intent('public', z.object(noteSchema.shape), async (ctx, note, { request }) => {
    await writeNote(ctx, { cookie: readCompanion(ctx, request), ...note });
    return redirect(addressIn(ctx.locale, `${sharedViewPath}?noted=1#notes`));
  }),
});
export const clientAction = keepOnNetworkError;

/** What a patient shares, for the one browser that has opened the link. */
export default function SharedViewPage() {
  return <SharedView {...useLoaderData<typeof loader>()} />;
}

/** A link that has ended and one that was never opened here look alike. */
export function ErrorBoundary() {
  const t = useText();
  const error = useRouteError();
  const data = isRouteErrorResponse(error) ? (error.data as { code?: string } | null) : null;
  if (data?.code !== 'link_gone')
    return (
      <ListFailure
        title={t('companions.view.title')}
        failed={t('companions.failed')}
        safe={t('companions.view.safe')}
      />
    );
  return (
    <Page title={t('companions.gone.heading')} lead={t('error.link_gone')}>
      <p className="measure mb-6">{t('companions.gone.text')}</p>
      <ButtonLink variant="secondary" to={sharedPath}>
        {t('companions.gone.again')}
      </ButtonLink>
    </Page>
  );
}
