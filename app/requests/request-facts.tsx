import type { ReactNode } from 'react';
import { labelKey, openFacts, type PatientInfo } from '#contracts/consultation';
import type { LeadDto } from '#contracts/leads';
import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';

/** All that a request says; what was left open reads 'Not stated'. */
export function RequestFacts({ lead }: { lead: LeadDto }) {
  const t = useText();
  const formats = useFormats();
  const { treatment, subTreatment, bodyArea, locations, description } = lead;
  const notStated = t('catalogue.not-stated');
  return (
    <dl className="divide-y divide-line">
      <Row title={t('leads.detail.category')}>{t(labelKey('category', treatment))}</Row>
      <Row title={t('leads.detail.treatment')}>{t(labelKey('sub-treatment', subTreatment))}</Row>
      <Row title={t('leads.detail.area')}>{t(labelKey('body-area', bodyArea))}</Row>
      <Row title={t('leads.detail.locations')}>
        {formats.list(locations.map((city) => t(labelKey('city', city)))) || notStated}
      </Row>
      {openFacts.map((fact) => (
        <Row key={fact} title={t(`catalogue.fact.${fact}`)}>
          {lead[fact] ? t(labelKey(fact, lead[fact])) : notStated}
        </Row>
      ))}
      <Row title={t('leads.detail.notes')}>
        <span className="whitespace-pre-line">{description || notStated}</span>
      </Row>
      {lead.patientInfo ? <AboutYou info={lead.patientInfo} /> : null}
    </dl>
  );
}

function AboutYou({ info }: { info: PatientInfo }) {
  const t = useText();
  const { ageBand, gender, medicalHistory, allergies } = info;
  const facts = [
    ['leads.detail.age_band', ageBand && t(labelKey('age-band', ageBand))],
    ['leads.detail.gender', gender && t(labelKey('gender', gender))],
    ['leads.detail.medical_history', medicalHistory],
    ['leads.detail.allergies', allergies],
  ] as const;
  return (
    <Row title={t('leads.detail.patient')}>
      <ul className="space-y-1">
        {facts.map(([key, words]) =>
          words ? (
            <li key={key} className="whitespace-pre-line">
              <span className="text-ink-soft">{t(key)}:</span> {words}
            </li>
          ) : null,
        )}
      </ul>
      <p className="mt-1 text-sm text-ink-soft">{t('leads.detail.patient_hint')}</p>
    </Row>
  );
}

const Row = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid gap-1 py-3 sm:grid-cols-[9rem_1fr] sm:gap-4">
    <dt className="font-semibold">{title}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);
