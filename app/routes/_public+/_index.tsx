import { useLoaderData, useSearchParams } from '@remix-run/react';
import { categorySchema } from '#contracts/consultation';
import { siteContent } from '#modules/content';
import { Banner } from '#app/components/banner';
import { ButtonLink } from '#app/components/button';
import { ClosingCall } from '#app/components/closing-call';
import { Figures } from '#app/components/figures';
import { Features } from '#app/landing/features';
import { Hero } from '#app/landing/hero';
import { PopularTreatments } from '#app/landing/popular-treatments';
import { Testimonials } from '#app/landing/testimonials';
import { useViewer } from '#app/components/use-viewer';
import { previewsDraft } from '#app/http/page-frame.server';
import { pageLoader } from '#app/http/page.server';
import { describedMeta } from '#app/i18n/described-meta';
import { textIn } from '#app/i18n/server';
import { useText } from '#app/i18n/use-text';
import { siteFigures } from '#workflows';
import type { PageHandle } from '#app/layout/page-handle';
import { organization } from '#app/seo/structured-data.server';

export const handle: PageHandle = { kept: true };
export const meta = describedMeta;

export const loader = pageLoader('public', async (ctx, { request }) => {
  const drafts = await previewsDraft(ctx, request);
  const { figures, popularTreatments, testimonials } = await siteContent(ctx, { drafts });
  const text = textIn(ctx.locale);
  const head = {
    title: text('landing.page.title'),
    description: text('landing.page.description'),
    structured: [organization(ctx.services.env.PUBLIC_URL, ctx.locale)],
  };
  return {
    figures: await siteFigures(ctx, figures),
    // What no request can be sent for is not offered here.
    popularTreatments: popularTreatments.filter(
      ({ picture }) => categorySchema.safeParse(picture).success,
    ),
    testimonials,
    drafts,
    head,
  };
});

export default function LandingPage() {
  const t = useText();
  const { figures, popularTreatments, testimonials, drafts } = useLoaderData<typeof loader>();
  const signedIn = useViewer().patient;
  const [search] = useSearchParams();
  return (
    <main id="main" tabIndex={-1}>
      {search.has('closed') ? (
        <div role="alert">
          <Banner tone="ok" title={t('own-data.done.closed')} />
        </div>
      ) : null}
      {drafts ? (
        <Banner tone="warn" title={t('landing.preview.title')}>
          {t('landing.preview.text')}
        </Banner>
      ) : null}
      <Hero signedIn={signedIn} />
      <Features />
      <Figures figures={figures} />
      <PopularTreatments items={popularTreatments} />
      <Testimonials items={testimonials} />
      <ClosingCall
        title={t('landing.closing.title')}
        text={t(signedIn ? 'landing.closing.text' : 'landing.closing.first')}
      >
        <ButtonLink to={signedIn ? '/consultation' : '/login'} size="lg">
          {t(signedIn ? 'landing.start_consultation' : 'landing.get_started')}
        </ButtonLink>
      </ClosingCall>
    </main>
  );
}
