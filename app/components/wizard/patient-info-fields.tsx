import type { FieldMetadata } from '@conform-to/react';
import {
  ageBands,
  genders,
  labelKey,
  maxAllergies,
  maxMedicalHistory,
  type PatientInfo,
} from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { SelectField } from '../select-field';
import { TextAreaField } from '../text-area-field';

/** What a patient may say of themselves; every field can stay empty. */
export function PatientInfoFields({ meta }: { meta: FieldMetadata<PatientInfo> }) {
  const t = useText();
  const info = meta.getFieldset();
  const options = (list: 'age-band' | 'gender', values: readonly string[]) =>
    values.map((value) => ({ value, label: t(labelKey(list, value)) }));
  return (
    <fieldset className="space-y-5 rounded-lg border border-line p-4 sm:p-6">
      <legend className="px-2 font-semibold">
        {t('consultation.patient.title')}{' '}
        <span className="font-normal text-ink-soft">{t('common.optional')}</span>
      </legend>
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
  );
}
