import type { ReactNode } from 'react';
import {
  changePath,
  hasPatientInfo,
  labelKey,
  openFacts,
  type DraftFields,
  type PatientInfo,
  type PhotoDto,
  type Step,
} from '#contracts/consultation';
import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { SummaryPhotos } from './summary-photos';

/** What was chosen, each part with a way back to its step. Parts that were left open do not show, but for the cities. */
export function SummarySections({ fields, photos }: { fields: DraftFields; photos: PhotoDto[] }) {
  const t = useText();
  const formats = useFormats();
  const { category, subTreatment, bodyArea, locations, notes } = fields;
  return (
    <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
      <Section step={1} title={t('consultation.summary.category')}>
        {category ? t(labelKey('category', category)) : null}
      </Section>
      <Section step={2} title={t('consultation.summary.treatment')}>
        {subTreatment ? t(labelKey('sub-treatment', subTreatment)) : null}
      </Section>
      <Section step={3} title={t('consultation.summary.area')}>
        {bodyArea ? t(labelKey('body-area', bodyArea)) : null}
      </Section>
      <Section step={4} title={t('consultation.summary.photos')}>
        <SummaryPhotos photos={photos} />
      </Section>
      <Section step={5} title={t('consultation.summary.locations')}>
        {locations.length > 0
          ? formats.list(locations.map((city) => t(labelKey('city', city))))
          : t('consultation.summary.no_locations')}
      </Section>
      {openFacts.map((fact) =>
        fields[fact] ? (
          <Section key={fact} step={6} title={t(`catalogue.fact.${fact}`)}>
            {t(labelKey(fact, fields[fact]))}
          </Section>
        ) : null,
      )}
      {notes ? (
        <Section step={6} title={t('consultation.summary.notes')}>
          <span className="whitespace-pre-line">{notes}</span>
        </Section>
      ) : null}
      {hasPatientInfo(fields.patientInfo) ? (
        <Section step={6} title={t('consultation.patient.title')}>
          <AboutPatient info={fields.patientInfo} />
        </Section>
      ) : null}
    </dl>
  );
}

function Section({ step, title, children }: { step: Step; title: string; children: ReactNode }) {
  const t = useText();
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 p-4 sm:grid sm:grid-cols-[10rem_1fr_auto]">
      <dt className="font-semibold sm:col-start-1 sm:row-start-1">{title}</dt>
      <dd className="order-last min-w-0 basis-full wrap-anywhere sm:col-start-2 sm:row-start-1">
        {children}
      </dd>
      <dd className="sm:col-start-3 sm:row-start-1">
        <Link
          to={changePath(step)}
          className="link -my-2.5 inline-flex min-h-11 items-center"
          aria-label={t('consultation.summary.edit_part', { part: title })}
        >
          {t('consultation.summary.edit')}
        </Link>
      </dd>
    </div>
  );
}

function AboutPatient({ info }: { info: PatientInfo }) {
  const t = useText();
  const facts = [
    info.ageBand && [t('consultation.patient.age_band'), t(labelKey('age-band', info.ageBand))],
    info.gender && [t('consultation.patient.gender'), t(labelKey('gender', info.gender))],
    info.medicalHistory && [t('consultation.patient.medical_history'), info.medicalHistory],
    info.allergies && [t('consultation.patient.allergies'), info.allergies],
  ].filter((fact): fact is [string, string] => Array.isArray(fact));
  return (
    <ul className="space-y-1">
      {facts.map(([label, words]) => (
        <li key={label} className="whitespace-pre-line">
          {t('consultation.summary.fact', { label, words })}
        </li>
      ))}
    </ul>
  );
}
