import { useLoaderData, useSearchParams } from '@remix-run/react';
import { BadgeCheck, Building2, MapPin, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { applicationChanged } from '#contracts/clinic-onboarding';
import { dealChanged } from '#contracts/deals';
import { noticesChanged } from '#contracts/notifications';
import { offerChanged } from '#contracts/offers';
import { webhooksPath } from '#contracts/webhooks';
import { type ClinicRole, mayAs } from '#platform/base/actor';
import { endsSoon, isOwed } from '#app/clinic-profile/ending';
import { loadOverview, type Overview as OverviewData } from '#app/clinic-profile/pages.server';
import {
  About,
  Doctors,
  Pictures,
  Specialties,
  Verified,
} from '#app/clinic-profile/overview-parts';
import { profilePath } from '#app/clinic-profile/paths';
import { unitOf } from '#app/clinics/time-unit';
import { Banner } from '#app/components/banner';
import { ButtonLink } from '#app/components/button';
import { Card } from '#app/components/card';
import { When } from '#app/components/date-time';
import { Link } from '#app/components/link';
import { Page } from '#app/components/page';
import { StatusTag } from '#app/components/status-tag';
import { useViewer } from '#app/components/use-viewer';
import { pageLoader } from '#app/http/page.server';
import { useFormats } from '#app/i18n/formats';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { DigitsForm } from '#app/layout/digits-form';
import { keepLast, useLive } from '#app/live/use-live';
import { noticesHome } from '#app/notices/homes';
import { LinkRows, SignOut, Tile } from '#app/profile/tiles';

export const meta = pageMeta('clinic.profile');

export const loader = pageLoader('approved-clinic', (ctx) => loadOverview(ctx));
export const clientLoader = keepLast;

const shown = new Set([applicationChanged, dealChanged, noticesChanged, offerChanged]);

/** An approved clinic's own page: how it stands, what it says, and the ways to change that. */
export default function ClinicProfilePage() {
  const own = useLoaderData<typeof loader>();
  useLive(({ type }) => shown.has(type), { as: 'clinic', withinMs: 1_500 });
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
            <DigitsForm />
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
  const owed = endings.filter(isOwed).length;
  if (mayOffer && ending + owed === 0) return null;
  return (
    <Banner
      tone={mayOffer ? 'warn' : 'danger'}
      title={
        mayOffer && ending === 0
          ? t('clinic.profile.required_soon', { count: owed })
          : t(mayOffer ? 'clinic.profile.ends_soon' : 'clinic.profile.no_offers', { count: ending })
      }
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

/** Who is signed in, how it is rated, and the way to what patients see of it. */
function ClinicHeader({
  clinic,
  reputation,
  page,
  mayOffer,
}: Pick<OverviewData, 'clinic' | 'reputation' | 'page' | 'mayOffer'>) {
  const t = useText();
  const formats = useFormats();
  const { clinicName, city, country } = clinic;
  const { rating } = reputation;
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <span
        aria-hidden="true"
        className="grid size-16 shrink-0 place-items-center rounded-full bg-brand text-white"
      >
        <Building2 className="size-8" />
      </span>
      <div className="min-w-0 grow basis-56">
        <h2 className="text-xl wrap-anywhere">{clinicName}</h2>
        <p className="flex gap-1.5 text-ink-soft wrap-anywhere">
          <MapPin aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {t('clinics.place', { city, country })}
        </p>
        <p className="flex gap-1.5 text-ink-soft">
          <Star aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {rating
            ? t('clinics.rating', { average: formats.decimal(rating.average), count: rating.count })
            : t('clinic.profile.no_rating')}
        </p>
        <p className="mt-2 flex flex-wrap gap-2">
          {mayOffer ? (
            <StatusTag tone="ok" icon={BadgeCheck}>
              {t('clinic.profile.verified_tag')}
            </StatusTag>
          ) : (
            <StatusTag tone="danger">{t('clinic.profile.unverified_tag')}</StatusTag>
          )}
          {page.listed ? null : (
            <StatusTag tone="neutral">{t('clinic.profile.unlisted')}</StatusTag>
          )}
        </p>
      </div>
      {page.slug ? (
        <ButtonLink variant="secondary" to={`/find-clinics/${page.slug}`}>
          {t('clinic.profile.public_page')}
        </ButtonLink>
      ) : null}
    </Card>
  );
}

/** How the clinic fares, counted; what has too small a sample says from when on it shows. */
function StatTiles({ figures, reputation }: Pick<OverviewData, 'figures' | 'reputation'>) {
  const t = useText();
  const { priceKept, answerTime, askedAnswerTime } = reputation;
  const { decided } = figures;
  const count = (n: number) => t('clinic.dashboard.count', { count: n });
  const few = t('clinic.profile.tile.few');
  const none = t('clinic.profile.tile.none');
  return (
    <section aria-label={t('clinic.stats.title')}>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Tile label={t('clinic.stats.sent')} note={t('clinic.stats.period')}>
          {count(figures.sent)}
        </Tile>
        <Tile
          label={t('clinic.stats.won')}
          note={t('clinic.profile.tile.of_decided', { count: decided })}
        >
          {count(figures.won)}
        </Tile>
        <Tile
          label={t('clinic.profile.tile.price_kept')}
          note={priceKept ? t('clinic.profile.tile.price_note', priceKept) : few}
        >
          {priceKept ? count(priceKept.kept) : none}
        </Tile>
        <Tile
          label={t('clinic.profile.tile.answer_time')}
          note={
            answerTime
              ? [
                  t('clinic.profile.tile.answer_note', { sample: answerTime.sample }),
                  askedAnswerTime &&
                    t('clinic.profile.tile.asked_note', unitOf(askedAnswerTime.medianMinutes)),
                ]
                  .filter(Boolean)
                  .join(' · ')
              : t('clinic.profile.tile.few_answers')
          }
        >
          {answerTime ? t('clinic.profile.tile.answer', unitOf(answerTime.medianMinutes)) : none}
        </Tile>
      </dl>
    </section>
  );
}

/** The last notifications of the clinic; each entry leads to what it is about. */
function Activity({ activity }: Pick<OverviewData, 'activity'>) {
  const t = useText();
  return (
    <Card as="section">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{t('profile.activity.title')}</h2>
        <Link to={noticesHome.clinic} className="link inline-flex min-h-11 items-center">
          {t('profile.activity.all')}
        </Link>
      </div>
      {activity.length === 0 ? (
        <p className="text-ink-soft">{t('notices.none_clinic')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {activity.map(({ _id, text, href, createdAt }) => (
            <li key={_id} className="py-3">
              <Link to={href} className="link wrap-anywhere">
                {text}
              </Link>
              <p className="text-sm text-ink-soft">
                <When date={createdAt} format="datetime" />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** How the team and, after a choice, patients reach the clinic. */
function Contact({ contact, clinic }: Pick<OverviewData, 'contact' | 'clinic'>) {
  const t = useText();
  const { email, phone, website } = contact;
  const { address, city, country } = clinic;
  return (
    <Card as="section">
      <h2 className="mb-3 text-lg">{t('clinic.profile.contact.title')}</h2>
      <dl className="space-y-3">
        <Line term={t('auth.phone.label')}>
          <bdi className="tnum">{phone}</bdi>
        </Line>
        <Line term={t('clinic.info.email')}>
          {email}{' '}
          <Link to="/clinic/email" className="link">
            {t('clinic.profile.change')}
            <span className="sr-only">: {t('clinic.info.email')}</span>
          </Link>
        </Line>
        <Line term={t('clinic.info.website')}>
          {website ? (
            <a href={website} rel="noreferrer" className="link wrap-anywhere">
              {website}
            </a>
          ) : (
            t('clinic.lead.not_stated')
          )}
        </Line>
        <Line term={t('clinic.info.address')}>
          {t('clinics.address', { address, place: t('clinics.place', { city, country }) })}
        </Line>
      </dl>
      <p className="mt-3 text-sm text-ink-soft">{t('clinic.profile.contact.who')}</p>
    </Card>
  );
}

const Line = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-ink-soft">{term}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

const settings = [
  { to: '/clinic/team', key: 'team' },
  { to: `${profilePath}/billing`, key: 'billing', least: 'owner' },
  { to: `${noticesHome.clinic}/preferences`, key: 'notifications' },
  { to: `${profilePath}/privacy`, key: 'privacy', least: 'owner' },
  { to: `${profilePath}/info`, key: 'info', least: 'manager' },
  { to: '/clinic/templates', key: 'templates', least: 'manager' },
  { to: '/clinic/form', key: 'form', least: 'manager' },
  { to: '/clinic/tokens', key: 'tokens', least: 'owner' },
  { to: webhooksPath, key: 'webhooks', least: 'owner' },
  { to: '/clinic/security', key: 'security' },
  { to: '/clinic/devices', key: 'devices' },
  { to: '/clinic/support', key: 'support' },
] as const satisfies ReadonlyArray<{ to: string; key: string; least?: ClinicRole }>;

/** Where to set what, as far as the role in the team allows. */
function Settings() {
  const t = useText();
  const role = useViewer().role ?? 'reader';
  const open = settings.filter((one) => !('least' in one) || mayAs(role, one.least));
  const rows = open.map(({ to, key }) => ({
    to,
    name: t(`clinic.profile.settings.${key}`),
    text: t(`clinic.profile.settings.${key}_text`),
  }));
  return <LinkRows title={t('clinic.profile.settings.title')} rows={rows} />;
}
