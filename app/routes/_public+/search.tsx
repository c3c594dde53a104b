import { useLoaderData } from '@remix-run/react';
import { directoryQuery } from '#contracts/clinic-onboarding';
import { EmptyState } from '#app/components/empty-state';
import { Link } from '#app/components/link';
import { Page } from '#app/components/page';
import { SiteSearch, WaysOn } from '#app/components/ways-on';
import { searchContent } from '#app/content/search.server';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { findClinics } from '#workflows';

export const meta: ReturnType<typeof pageMeta> = (args) => [
  ...(pageMeta('public.search')(args) ?? []),
  { name: 'robots', content: 'noindex' },
];

const mostClinics = 5;

/** What makes no sense in an address is nothing to look for. */
const words = directoryQuery.shape.q.catch(undefined);

export const loader = pageLoader('public', async (ctx, { url }) => {
  const q = words.parse(url.searchParams.get('q')?.trim() ?? undefined) ?? '';
  const clinics = q ? (await findClinics(ctx, { q })).clinics : [];
  const found = {
    ...searchContent(q, ctx.locale),
    clinics: clinics
      .slice(0, mostClinics)
      .map(({ clinicName, slug }) => ({ title: clinicName, to: `/find-clinics/${slug}` })),
  };
  const allClinics =
    clinics.length > mostClinics ? `/find-clinics?${new URLSearchParams({ q }).toString()}` : null;
  return { q, found, allClinics };
});

const kinds = ['treatments', 'answers', 'clinics', 'posts'] as const;

export default function SearchPage() {
  const t = useText();
  const { q, found, allClinics } = useLoaderData<typeof loader>();
  const count = kinds.reduce((sum, kind) => sum + found[kind].length, 0);
  return (
    <Page title={t('public.search.title')}>
      <SiteSearch asked={q} />
      <p role="status" className={count > 0 ? 'mt-4 text-ink-soft' : 'sr-only'}>
        {q ? t('public.search.found', { count }) : ''}
      </p>
      <div className="mt-6 space-y-6">
        {kinds.map((kind) =>
          found[kind].length > 0 ? (
            <section key={kind} aria-labelledby={`found-${kind}`}>
              <h2 id={`found-${kind}`} className="text-xl">
                {t(`public.search.kind.${kind}`)}
              </h2>
              <ul className="mt-1">
                {found[kind].map(({ title, to }) => (
                  <li key={to} className="wrap-anywhere">
                    <Link to={to} className="link inline-flex min-h-11 items-center">
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
              {kind === 'clinics' && allClinics ? (
                <Link to={allClinics} className="link">
                  {t('public.search.all_clinics')}
                </Link>
              ) : null}
            </section>
          ) : null,
        )}
        {q && count === 0 ? (
          <EmptyState title={t('public.search.none')} text={t('public.search.none_text')} />
        ) : null}
      </div>
      <WaysOn />
    </Page>
  );
}
