import { useLoaderData } from '@remix-run/react';
import { directoryQuery } from '#contracts/clinic-onboarding';
import { isAppError } from '#platform/base/errors';
import { countryIn } from '#app/clinic/countries';
import { ClinicCard } from '#app/clinics/clinic-card';
import { DirectorySearch } from '#app/clinics/directory-search';
import { ButtonLink } from '#app/components/button';
import { EmptyState } from '#app/components/empty-state';
import { Page } from '#app/components/page';
import { useViewer } from '#app/components/use-viewer';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { textIn } from '#app/i18n/server';
import { useText } from '#app/i18n/use-text';
import { directoryCities, findClinics } from '#workflows';

export const meta = pageMeta('public.find_clinics');

/** What makes no sense in an address narrows nothing. */
const search = directoryQuery.extend({
  q: directoryQuery.shape.q.catch(undefined),
  specialty: directoryQuery.shape.specialty.catch(undefined),
  city: directoryQuery.shape.city.catch(undefined),
  sort: directoryQuery.shape.sort.catch('shown'),
  cursor: directoryQuery.shape.cursor.catch(undefined),
});

export const loader = pageLoader('public', async (ctx, { url }) => {
  const said = Object.fromEntries(url.searchParams);
  const { q, specialty, city, sort, cursor } = search.strip().parse(said);
  const asked = { q: q || undefined, specialty, city: city || undefined, sort };
  const found = await findClinics(ctx, { ...asked, cursor }).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'invalid_cursor') return findClinics(ctx, asked);
    throw error;
  });
  const text = textIn(ctx.locale);
  const next =
    found.nextCursor && new URLSearchParams({ ...given(asked), cursor: found.nextCursor });
  return {
    asked,
    cities: await directoryCities(ctx),
    clinics: found.clinics.map((clinic) => ({
      ...clinic,
      country: countryIn(text, clinic.country),
    })),
    continued: cursor !== undefined,
    next: next ? `?${next.toString()}` : null,
    first: `?${new URLSearchParams(given(asked)).toString()}`,
  };
});

/** What narrows and orders, for an address; the order that is meant in any case is left out. */
const given = (asked: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(asked).filter(([key, value]) => value && !(key === 'sort' && value === 'shown')),
  ) as Record<string, string>;

export default function FindClinicsPage() {
  const t = useText();
  const { asked, cities, clinics, continued, next, first } = useLoaderData<typeof loader>();
  const narrowed = Boolean(asked.q ?? asked.specialty ?? asked.city);
  return (
    <Page title={t('public.find_clinics.title')} lead={t('public.find_clinics.lead')} width="wide">
      <div className="space-y-8">
        <DirectorySearch asked={asked} cities={cities} />
        {clinics.length === 0 ? (
          <NoClinics narrowed={narrowed} />
        ) : (
          <ul className="grid gap-4 lg:grid-cols-2">
            {clinics.map((clinic) => (
              <ClinicCard key={clinic._id} clinic={clinic} />
            ))}
          </ul>
        )}
        {next || continued ? (
          <nav aria-label={t('clinics.pages')} className="flex flex-wrap gap-3">
            {continued ? (
              <ButtonLink variant="secondary" to={first}>
                {t('clinics.first')}
              </ButtonLink>
            ) : null}
            {next ? (
              <ButtonLink variant="secondary" to={next}>
                {t('clinics.next')}
              </ButtonLink>
            ) : null}
          </nav>
        ) : null}
        <NoNeedToPick />
      </div>
    </Page>
  );
}

function NoClinics({ narrowed }: { narrowed: boolean }) {
  const t = useText();
  if (!narrowed) return <EmptyState title={t('clinics.none')} text={t('clinics.none_text')} />;
  return (
    <EmptyState
      title={t('clinics.none_found')}
      text={t('clinics.none_found_text')}
      action={
        <ButtonLink variant="secondary" to="/find-clinics">
          {t('clinics.all')}
        </ButtonLink>
      }
    />
  );
}

function NoNeedToPick() {
  const t = useText();
  const signedIn = useViewer().patient;
  return (
    <div className="space-y-4 border-t border-line pt-6">
      <p className="measure">{t('clinics.no_need')}</p>
      <ButtonLink to={signedIn ? '/consultation' : '/register'}>
        {t(signedIn ? 'landing.start_consultation' : 'landing.get_started_free')}
      </ButtonLink>
    </div>
  );
}
