import { useSearchParams } from '@remix-run/react';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { Banner } from '../components/banner';
import { Page } from '../components/page';
import { ClinicHeader } from './overview-header';
import { SignOut } from '../components/sign-out';
import { Activity, Contact, Settings } from './overview-side';
import { About, Doctors, Pictures, Specialties, Verified } from './overview-parts';
import type { Overview as OverviewData } from './load-overview.server';
import { StatTiles } from './stat-tiles';
import { endsSoon } from './ending';
import { profilePath } from './paths';

/** An approved clinic's own page: how it stands, what it says, and the ways to change that. */
export function Overview(own: OverviewData) {
  const t = useText();
  const [search] = useSearchParams();
  return (
    <Page title={t('clinic.profile.title')} width="wide">
      <div className="space-y-6">
        {search.has('saved') ? <Banner tone="ok" title={t('clinic.profile.saved')} /> : null}
        <Warnings {...own} />
        <ClinicHeader {...own} />
        <StatTiles {...own} />
        <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem] *:min-w-0">
          <div className="space-y-6">
            <Verified {...own} />
            <About {...own} />
            <Specialties {...own} />
            <Doctors {...own} />
            <Pictures {...own} />
          </div>
          <div className="space-y-6">
            <Activity {...own} />
            <Contact {...own} />
            <Settings />
            <SignOut area="clinic" />
          </div>
        </div>
      </div>
    </Page>
  );
}

/** What must not wait: a verification that has ended or soon will. */
function Warnings({ mayOffer, endings }: Pick<OverviewData, 'mayOffer' | 'endings'>) {
  const t = useText();
  const ending = endings.filter(endsSoon).length;
  if (mayOffer && ending === 0) return null;
  return (
    <Banner
      tone={mayOffer ? 'warn' : 'danger'}
      title={t(mayOffer ? 'clinic.profile.ends_soon' : 'clinic.profile.no_offers', {
        count: ending,
      })}
    >
      <p>{t('clinic.profile.documents.renew')}</p>
      <Link
        to={`${profilePath}/documents`}
        className="link inline-flex min-h-11 items-center font-semibold"
      >
        {t('clinic.profile.documents.open')}
      </Link>
    </Banner>
  );
}
