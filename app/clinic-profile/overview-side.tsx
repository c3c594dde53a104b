import type { ReactNode } from 'react';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { Card } from '../components/card';
import { When } from '../components/date-time';
import { LinkRows } from '../components/link-rows';
import { noticesHome } from '../notices/homes';
import type { Overview } from './load-overview.server';
import { profilePath } from './paths';

/** What the clinic was told last; each entry leads to what it is about. */
export function Activity({ activity }: Pick<Overview, 'activity'>) {
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
export function Contact({ contact, clinic }: Pick<Overview, 'contact' | 'clinic'>) {
  const t = useText();
  const { email, phone, website } = contact;
  const { address, city, country } = clinic;
  return (
    <Card as="section">
      <h2 className="mb-3 text-lg">{t('clinic.profile.contact.title')}</h2>
      <dl className="space-y-3">
        <Line term={t('auth.phone.label')}>
          <span className="tnum">{phone}</span>
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
  { to: `${profilePath}/billing`, key: 'billing' },
  { to: `${noticesHome.clinic}/preferences`, key: 'notifications' },
  { to: `${profilePath}/privacy`, key: 'privacy' },
  { to: `${profilePath}/info`, key: 'info' },
  { to: '/clinic/templates', key: 'templates' },
  { to: '/clinic/security', key: 'security' },
  { to: '/clinic/devices', key: 'devices' },
  { to: '/clinic/support', key: 'support' },
] as const;

/** Where to set what. */
export function Settings() {
  const t = useText();
  const rows = settings.map(({ to, key }) => ({
    to,
    name: t(`clinic.profile.settings.${key}`),
    text: t(`clinic.profile.settings.${key}_text`),
  }));
  return <LinkRows title={t('clinic.profile.settings.title')} rows={rows} />;
}
