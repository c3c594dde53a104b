import type { FieldMetadata } from '@conform-to/react';
import { experiences } from '#contracts/clinic-onboarding';
import { categoriesOf, labelKey, specialties } from '#contracts/consultation';
import { useFormats } from '#app/i18n/formats';
import { useLocale, useText } from '#app/i18n/use-text';
import { ChoiceCards } from '../components/choice-cards';
import { SelectField } from '../components/select-field';
import { TextAreaField } from '../components/text-area-field';
import { TextField } from '../components/text-field';
import { countryOptions } from './countries';

export type DetailsForm = {
  clinicName: string;
  doctorName: string;
  email: string;
  address: string;
  city: string;
  country: string;
  website: string;
  specialties: string[];
  licenseNumber: string;
  experience: string;
  description: string;
};

type Fields = { [K in keyof DetailsForm]: FieldMetadata<DetailsForm[K]> };

const heading = 'text-lg';

/** Everything a clinic says of itself, in three groups. */
export function DetailsFields({ fields }: { fields: Fields }) {
  return (
    <div className="space-y-10">
      <ClinicFields fields={fields} />
      <DoctorFields fields={fields} />
      <OfferFields fields={fields} />
    </div>
  );
}

function ClinicFields({ fields }: { fields: Fields }) {
  const t = useText();
  const locale = useLocale();
  return (
    <section className="space-y-6">
      <h2 className={heading}>{t('clinic.info.clinic')}</h2>
      <TextField
        meta={fields.clinicName}
        label={t('clinic.info.clinic_name')}
        autoComplete="organization"
        aria-required
      />
      <TextField
        meta={fields.address}
        label={t('clinic.info.address')}
        autoComplete="street-address"
        aria-required
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          meta={fields.city}
          label={t('clinic.info.city')}
          autoComplete="address-level2"
          aria-required
        />
        <SelectField
          meta={fields.country}
          label={t('clinic.info.country')}
          options={countryOptions({ t, locale }, fields.country.initialValue)}
          autoComplete="country-name"
          aria-required
        />
      </div>
      <TextField
        meta={fields.email}
        type="email"
        label={t('clinic.info.email')}
        hint={t('clinic.info.email_hint')}
        autoComplete="email"
        aria-required
      />
      <TextField
        meta={fields.website}
        type="url"
        label={t('clinic.info.website')}
        hint={t('clinic.info.website_hint')}
        autoComplete="url"
        optional
      />
    </section>
  );
}

function DoctorFields({ fields }: { fields: Fields }) {
  const t = useText();
  return (
    <section className="space-y-6">
      <h2 className={heading}>{t('clinic.info.doctor')}</h2>
      <TextField
        meta={fields.doctorName}
        label={t('clinic.info.doctor_name')}
        autoComplete="name"
        aria-required
      />
      <TextField
        meta={fields.licenseNumber}
        label={t('clinic.info.license')}
        autoComplete="off"
        aria-required
      />
      <SelectField
        meta={fields.experience}
        label={t('clinic.info.experience')}
        placeholder={t('clinic.info.experience_choose')}
        options={experiences.map((value) => ({
          value,
          label: t('clinic.info.years', { years: value }),
        }))}
        aria-required
      />
    </section>
  );
}

/** Which specialties patients can ask for, and what becomes of the others. */
export function useSpecialtiesHint(): string {
  const t = useText();
  const formats = useFormats();
  const asked = specialties
    .filter((value) => categoriesOf([value]).length > 0)
    .map((value) => t(labelKey('specialty', value)));
  return t('clinic.info.specialties_hint', { asked: formats.list(asked) });
}

function OfferFields({ fields }: { fields: Fields }) {
  const t = useText();
  return (
    <section className="space-y-6">
      <h2 className={heading}>{t('clinic.info.offer')}</h2>
      <ChoiceCards
        type="checkbox"
        id={fields.specialties.id}
        name={fields.specialties.name}
        legend={t('clinic.info.specialties')}
        hint={useSpecialtiesHint()}
        errors={fields.specialties.errors}
        defaultValue={[fields.specialties.initialValue ?? []].flat().filter(isText)}
        compact
        options={specialties.map((value) => ({ value, label: t(labelKey('specialty', value)) }))}
      />
      <TextAreaField
        meta={fields.description}
        label={t('clinic.info.about')}
        hint={t('clinic.info.about_hint')}
        optional
      />
    </section>
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';
