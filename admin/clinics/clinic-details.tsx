import type { ReactNode } from 'react';
import type { ClinicDetailRecord } from '#contracts/clinic-onboarding';
import { Panel } from '../components/panel';
import { SafeUrlField } from '../components/safe-url-field';
import { When } from '../components/when';
import { useText } from '../text';

/** What the documents must agree with. */
export function ClinicDetails({ record }: { record: ClinicDetailRecord }) {
  const t = useText();
  const rows: ReadonlyArray<readonly [string, ReactNode]> = [
    [t('console.clinics.licence'), <strong key="licence">{record.licenseNumber}</strong>],
    [t('console.clinics.doctor'), record.doctorName],
    [t('console.clinics.address'), `${record.address}, ${record.city}, ${record.country}`],
    [t('console.clinics.phone'), record.phoneNumber],
    [t('console.clinics.email'), record.email],
    [t('console.clinics.website'), <SafeUrlField key="website" value={record.website} />],
  ];
  return (
    <dl className="panel grid gap-x-6 gap-y-3 p-5 @min-[34rem]:grid-cols-2 @min-[46rem]:grid-cols-3">
      {rows.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The rest of what the clinic says about itself. */
export function ClinicDescription({ record }: { record: ClinicDetailRecord }) {
  const t = useText();
  return (
    <Panel title={t('console.clinics.about')}>
      <p className="measure whitespace-pre-line">{record.description || t('console.not_stated')}</p>
      <dl className="mt-4 grid gap-x-6 gap-y-3 @min-[34rem]:grid-cols-3">
        <div>
          <dt className="text-ink-soft">{t('console.clinics.specialties')}</dt>
          <dd>{record.specialties.join(', ')}</dd>
        </div>
        <div>
          <dt className="text-ink-soft">{t('console.clinics.experience')}</dt>
          <dd>{t('console.clinics.years', { years: record.experience })}</dd>
        </div>
        <div>
          <dt className="text-ink-soft">{t('console.clinics.registered')}</dt>
          <dd>
            <When at={record.registeredAt} relative />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
