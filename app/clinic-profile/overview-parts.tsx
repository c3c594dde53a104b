import type { ReactNode } from 'react';
import { labelKey } from '#contracts/consultation';
import { useFormats } from '#app/i18n/formats';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { Card } from '../components/card';
import { Picture } from '../components/picture';
import { StatusTag } from '../components/status-tag';
import { EndingLine, EndingTag } from './ending';
import type { Overview } from './pages.server';
import { ownPictureAddress, PictureState } from './picture-state';
import { useMayAs } from '#app/components/use-viewer';
import { profilePath } from './paths';
import { pointLabels } from './point-labels';

interface PartProps {
  title: string;
  /** Where it is changed, and the words for that; what it is about is read out with them. */
  edit: { to: string; label: string };
  children: ReactNode;
}

/** What only owners change: the team of the product has looked at it. */
const ofOwners: ReadonlySet<string> = new Set(['verified', 'documents']);

function Part({ title, edit, children }: PartProps) {
  const mayEdit = useMayAs(ofOwners.has(edit.to) ? 'owner' : 'manager');
  return (
    <Card as="section">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{title}</h2>
        {mayEdit ? (
          <Link to={`${profilePath}/${edit.to}`} className="link inline-flex min-h-11 items-center">
            {edit.label}
            <span className="sr-only">: {title}</span>
          </Link>
        ) : null}
      </div>
      {children}
    </Card>
  );
}

/** What the team has verified, until when, and what of it is to change. */
export function Verified({ clinic, about, endings, changing }: Overview) {
  const t = useText();
  const { clinicName, address, city, country, doctorName } = clinic;
  const points = {
    ...{ clinicName, address, city, country, doctorName },
    licenseNumber: about.licenseNumber,
  };
  return (
    <Part
      title={t('clinics.verified_title')}
      edit={{ to: 'verified', label: t('clinic.profile.verified.change') }}
    >
      <p className="mb-4 text-ink-soft">{t('clinic.profile.verified.rule')}</p>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {(Object.keys(points) as Array<keyof typeof points>).map((point) => (
          <div key={point}>
            <dt className="text-sm text-ink-soft">{t(pointLabels[point])}</dt>
            <dd className="wrap-anywhere">
              {points[point]} {changing.includes(point) ? <Changing /> : null}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-base">{t('clinic.profile.documents.title')}</h3>
        <Link to={`${profilePath}/documents`} className="link inline-flex min-h-11 items-center">
          {t('clinic.profile.documents.open')}
        </Link>
      </div>
      <ul className="divide-y divide-line">
        {endings.map((ending) => (
          <li
            key={ending.kind}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3"
          >
            <div className="min-w-0 grow basis-56">
              <p>{t(`clinic.document.kind.${ending.kind}`)}</p>
              <EndingLine ending={ending} />
            </div>
            <EndingTag ending={ending} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Changing() {
  const t = useText();
  return <StatusTag tone="info">{t('clinic.profile.verified.changing')}</StatusTag>;
}

/** What the clinic says of itself that nobody checks. */
export function About({ clinic, about }: Pick<Overview, 'clinic' | 'about'>) {
  const t = useText();
  const formats = useFormats();
  const { description, languages } = about;
  return (
    <Part title={t('clinics.about')} edit={{ to: 'info', label: t('clinic.profile.change') }}>
      {description ? (
        <p className="measure mb-4 whitespace-pre-line wrap-anywhere">{description}</p>
      ) : (
        <p className="mb-4 text-ink-soft">{t('clinic.profile.no_description')}</p>
      )}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-ink-soft">{t('clinics.experience')}</dt>
          <dd>{t('clinic.info.years', { years: clinic.experience })}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">{t('clinics.languages')}</dt>
          <dd>
            {languages.length > 0
              ? formats.list(languages.map(formats.languageName))
              : t('clinic.lead.not_stated')}
          </dd>
        </div>
      </dl>
    </Part>
  );
}

/** What it treats, which decides the requests that it sees. */
export function Specialties({ clinic, changing }: Pick<Overview, 'clinic' | 'changing'>) {
  const t = useText();
  return (
    <Part
      title={t('clinic.info.specialties')}
      edit={{ to: 'verified', label: t('clinic.profile.verified.change') }}
    >
      <ul className="flex flex-wrap gap-2">
        {clinic.specialties.map((one) => (
          <li key={one}>
            <StatusTag tone="neutral">{t(labelKey('specialty', one))}</StatusTag>
          </li>
        ))}
        {changing.includes('specialties') ? (
          <li>
            <Changing />
          </li>
        ) : null}
      </ul>
    </Part>
  );
}

/** Who treats there. */
export function Doctors({ clinic, doctors }: Pick<Overview, 'clinic' | 'doctors'>) {
  const t = useText();
  return (
    <Part title={t('clinics.doctors')} edit={{ to: 'doctors', label: t('clinic.profile.change') }}>
      <ul className="space-y-3">
        <li className="wrap-anywhere">
          <p className="font-semibold">{clinic.doctorName}</p>
          <p className="text-sm text-ink-soft">{t('clinics.doctor_in_charge')}</p>
        </li>
        {doctors.map(({ name, field, years }, index) => (
          <li key={index} className="wrap-anywhere">
            <p className="font-semibold">{name}</p>
            <p className="text-sm text-ink-soft">{t('clinics.doctor', { field, years })}</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The pictures of the public page, with what became of each. */
export function Pictures({ clinic, pictures }: Pick<Overview, 'clinic' | 'pictures'>) {
  const t = useText();
  return (
    <Part
      title={t('clinics.pictures')}
      edit={{
        to: 'pictures',
        label: t(pictures.length > 0 ? 'clinic.profile.change' : 'clinic.profile.pictures.add'),
      }}
    >
      {pictures.length === 0 ? (
        <p className="text-ink-soft">{t('clinic.profile.pictures.none')}</p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-3 sm:grid-cols-3">
          {pictures.map(({ id, review }, index) => (
            <li key={id}>
              <Picture
                src={ownPictureAddress(id, 'thumb')}
                alt={t('clinics.picture', { n: index + 1, clinic: clinic.clinicName })}
                className="mb-1 aspect-4/3 w-full rounded-md border border-line object-cover"
              />
              <PictureState review={review} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
