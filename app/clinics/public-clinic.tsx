import { MapPin } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { PublicClinic } from '#contracts/clinic-onboarding';
import { labelKey } from '#contracts/consultation';
import { useFormats } from '#app/i18n/use-formats';
import { cityNames } from '#app/i18n/city-names';
import { useText } from '#app/i18n/use-text';
import { ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { DoctorPicture, pictureAddress } from '../components/clinic-pictures';
import { When } from '../components/date-time';
import { Page } from '../components/page';
import { Picture } from '../components/picture';
import { StatusTag } from '../components/status-tag';
import { useViewer } from '../components/use-viewer';
import { ClinicReviews } from './clinic-reviews';
import { ShownFigures } from './shown-figures';
import { VerifiedList } from './verified-list';

type Clinic = PublicClinic & Parameters<typeof ShownFigures>[0];

interface PublicClinicPageProps {
  clinic: Clinic;
  said: ComponentProps<typeof ClinicReviews>;
}

/** Everything that everybody may know of a clinic; on phones what it has shown and the way on come right after its name. */
export function PublicClinicPage({ clinic, said }: PublicClinicPageProps) {
  const t = useText();
  const { clinicName, address, city, country } = clinic;
  const place = t('clinics.place', { city: cityNames(t, city), country });
  return (
    <Page
      title={<span className="wrap-anywhere">{clinicName}</span>}
      width="wide"
      back={{ to: '/find-clinics', label: t('public.find_clinics.title') }}
      lead={
        <span className="flex gap-1.5 text-base wrap-anywhere">
          <MapPin aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {address ? t('clinics.address', { address, place }) : place}
        </span>
      }
    >
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem] lg:grid-rows-[auto_1fr] *:min-w-0">
        <div className="space-y-6 lg:col-start-2">
          <Section title={t('clinics.shown_title')}>
            <ShownFigures {...clinic} />
          </Section>
          <AskForOffer />
        </div>
        <div className="space-y-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <Pictures clinic={clinic} />
          <Facts clinic={clinic} />
          <Doctors clinic={clinic} />
          <ClinicReviews {...said} />
        </div>
        <Section title={t('clinics.verified_title')}>
          <VerifiedList verified={clinic.verified} />
        </Section>
      </div>
    </Page>
  );
}

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Card as="section">
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </Card>
  );
}

function Pictures({ clinic: { pictures, clinicName } }: { clinic: Clinic }) {
  const t = useText();
  if (pictures.length === 0) return null;
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3" aria-label={t('clinics.pictures')}>
      {pictures.map(({ id }, index) => (
        <li
          key={id}
          className="overflow-hidden rounded-md border border-line first:col-span-2 first:row-span-2"
        >
          <a href={pictureAddress(id)} className="block h-full">
            <Picture
              src={pictureAddress(id, index === 0 ? 'full' : 'thumb')}
              alt={t('clinics.picture', { n: index + 1, clinic: clinicName })}
              className="aspect-4/3 h-full w-full object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Facts({ clinic }: { clinic: Clinic }) {
  const t = useText();
  const formats = useFormats();
  const { specialties, experience, languages, description, registeredAt } = clinic;
  return (
    <Section title={t('clinics.about')}>
      <ul className="mb-4 flex flex-wrap gap-2">
        {specialties.map((one) => (
          <li key={one}>
            <StatusTag tone="neutral">{t(labelKey('specialty', one))}</StatusTag>
          </li>
        ))}
      </ul>
      {description ? (
        <p className="measure mb-4 whitespace-pre-line wrap-anywhere">{description}</p>
      ) : null}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name={t('clinics.experience')}>{t('clinic.info.years', { years: experience })}</Fact>
        {languages.length > 0 ? (
          <Fact name={t('clinics.languages')}>
            {formats.list(languages.map(formats.languageName))}
          </Fact>
        ) : null}
        <Fact name={t('clinics.since')}>
          <When date={registeredAt} />
        </Fact>
      </dl>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Doctors({ clinic: { doctorName, doctorPicture, doctors } }: { clinic: Clinic }) {
  const t = useText();
  return (
    <Section title={t('clinics.doctors')}>
      <div className="flex items-center gap-3">
        <DoctorPicture id={doctorPicture} name={doctorName} />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{doctorName}</p>
          <p className="text-sm text-ink-soft">{t('clinics.doctor_in_charge')}</p>
        </div>
      </div>
      {doctors.length > 0 ? (
        <>
          <h3 className="mt-5 flex flex-wrap items-center gap-2 text-base">
            {t('clinics.more_doctors')}
            <StatusTag tone="neutral">{t('clinics.not_verified')}</StatusTag>
          </h3>
          <ul className="mt-2 space-y-2">
            {doctors.map(({ name, field, years, picture }, index) => (
              <li key={index} className="flex items-center gap-3">
                <DoctorPicture id={picture} name={name} />
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-semibold">{name}</span>{' '}
                  <span className="text-ink-soft">{t('clinics.doctor', { field, years })}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Section>
  );
}

function AskForOffer() {
  const t = useText();
  const { patient } = useViewer();
  return (
    <Card as="section" className="space-y-3">
      <p>{t('clinics.ask')}</p>
      <ButtonLink full to={patient ? '/consultation' : '/register'}>
        {t(patient ? 'landing.start_consultation' : 'landing.get_started_free')}
      </ButtonLink>
    </Card>
  );
}
