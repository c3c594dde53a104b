import type { FieldMetadata } from '@conform-to/react';
import { ChevronDown } from 'lucide-react';
import {
  ageBands,
  genders,
  labelKey,
  maxAllergies,
  maxMedicalHistory,
  type PatientInfo,
} from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { SelectField } from '../components/select-field';
import { TextAreaField } from '../components/text-area-field';

/** What a patient may say of themselves; every field can stay empty. Folded until something is said or wrong. */
export function PatientInfoFields({ meta }: { meta: FieldMetadata<PatientInfo> }) {
  const t = useText();
  const info = meta.getFieldset();
  const options = (list: 'age-band' | 'gender', values: readonly string[]) =>
    values.map((value) => ({ value, label: t(labelKey(list, value)) }));
  // The fieldset hands out fields by name only.
  const all = [info.ageBand, info.gender, info.medicalHistory, info.allergies];
  const wrong = all.some((field) => field.errors?.length);
  const said = all.some((field) => field.initialValue);
  return (
    <details open={wrong || said || undefined} className="group rounded-lg border border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-4 py-3 sm:px-6">
        <span>
          <span className="font-semibold">{t('consultation.patient.title')}</span>{' '}
          <span className="text-ink-soft">{t('common.optional')}</span>
          <span className="block text-sm text-ink-soft">{t('consultation.patient.fold')}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 transition-transform duration-200 group-open:rotate-180"
        />
      </summary>
      <fieldset className="space-y-5 px-4 pb-5 sm:px-6">
        <legend className="sr-only">{t('consultation.patient.title')}</legend>
        <p className="text-ink-soft">{t('consultation.patient.why')}</p>
        <SelectField
          meta={info.ageBand}
          label={t('consultation.patient.age_band')}
          options={options('age-band', ageBands)}
          placeholder={t('catalogue.not-stated')}
        />
        <SelectField
          meta={info.gender}
          label={t('consultation.patient.gender')}
          options={options('gender', genders)}
          placeholder={t('catalogue.not-stated')}
        />
        <TextAreaField
          meta={info.medicalHistory}
          label={t('consultation.patient.medical_history')}
          hint={t('consultation.patient.medical_history_hint')}
          rows={3}
          maxLength={maxMedicalHistory}
        />
        <TextAreaField
          meta={info.allergies}
          label={t('consultation.patient.allergies')}
          hint={t('consultation.patient.allergies_hint')}
          rows={2}
          maxLength={maxAllergies}
        />
      </fieldset>
    </details>
  );
}
