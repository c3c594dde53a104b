import type { ReactNode } from 'react';
import type { ClinicDetailRecord } from '#contracts/clinic-onboarding';
import { ActorName } from '../components/actor-name';
import { When } from '../components/times';
import { Panel } from '../components/panel';
import { SafeUrlField } from '../components/safe-url';
import { useText, type Text } from '../text';

/** What the documents must agree with. */
export function ClinicDetails({ record }: { record: ClinicDetailRecord }) {
  const t = useText();
  const rows: ReadonlyArray<readonly [string, ReactNode]> = [
    [t('console.clinics.licence'), <strong key="licence">{record.licenseNumber}</strong>],
    [t('console.clinics.doctor'), record.doctorName],
    [t('console.clinics.address'), `${record.address}, ${record.city}, ${record.country}`],
    [t('console.clinics.phone'), record.phoneNumber ?? t('console.not_stated')],
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

/** What happened to the application, newest first. */
export function ClinicHistory({ record }: { record: ClinicDetailRecord }) {
  const t = useText();
  const rows = [...record.history].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <Panel title={t('console.clinics.history')}>
      <ol className="grid gap-2">
        {rows.map(({ id, kind, at, actor, facts }) => (
          <li key={id} className="grid gap-x-4 @min-[34rem]:grid-cols-[11rem_1fr]">
            <span className="text-ink-soft">
              <When at={at} />
            </span>
            <span>
              {t(`console.clinics.happened.${kind}`)}
              {namesOf(t, facts)}
              <span className="text-ink-soft">
                {' · '}
                <ActorName actor={actor} />
              </span>
              {facts.reason || facts.note ? (
                <q className="block whitespace-pre-line break-words">
                  {facts.reason ?? facts.note}
                </q>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** The kinds of document or the details that it was about, in brackets. */
function namesOf(t: Text, { kind, kinds, fields }: Readonly<Record<string, string>>): string {
  const names = [
    ...wordsOf(kind ?? kinds).map((name) => t(`console.documents.kind.${name}`)),
    ...wordsOf(fields).map((name) => t(`console.clinics.field.${name}`)),
  ];
  return names.length > 0 ? ` (${names.join(', ')})` : '';
}

const wordsOf = (words = ''): string[] => words.split(' ').filter(Boolean);
