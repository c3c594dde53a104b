import { useForm } from '@conform-to/react';
import type { VerifiedPoints } from '#contracts/clinic-onboarding';
import { labelKey, specialties } from '#contracts/consultation';
import { useIntent } from '#app/auth/use-intent';
import { Rich } from '#app/i18n/rich';
import { useLocale, useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { countryOptions } from '../clinic/countries';
import { useSpecialtiesHint } from '../clinic/details-fields';
import { Banner } from '../components/banner';
import { ChoiceCards } from '../components/choice-cards';
import { SelectField } from '../components/select-field';
import { TextField } from '../components/text-field';
import { profilePath } from './paths';
import { SectionForm } from './section-form';

interface VerifiedFormProps {
  clinicId: string;
  /** As the clinic wants them: what waits for its check in place of what patients see. */
  points: VerifiedPoints;
  version: string;
}

/** What was verified, to be asked for anew. */
export function VerifiedForm({ clinicId, points, version }: VerifiedFormProps) {
  const t = useText();
  const locale = useLocale();
  const { reply } = useIntent('verified');
  const [form, fields] = useForm<VerifiedPoints & { version: string }>({
    id: 'verified',
    lastResult: reply,
    defaultValue: { version, ...points },
  });
  const chosen = [fields.specialties.initialValue ?? []].flat().filter((one) => one !== undefined);
  return (
    <SectionForm
      section="verified"
      form={form}
      clinicId={clinicId}
      versions={{ opened: fields.version.initialValue, stored: version }}
      save={t('clinic.profile.verified.ask')}
    >
      <Rule />
      <TextField
        meta={fields.clinicName}
        label={t('clinic.info.clinic_name')}
        autoComplete="organization"
      />
      <TextField
        meta={fields.address}
        label={t('clinic.info.address')}
        autoComplete="street-address"
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField meta={fields.city} label={t('clinic.info.city')} autoComplete="address-level2" />
        <SelectField
          meta={fields.country}
          label={t('clinic.info.country')}
          options={countryOptions({ t, locale }, fields.country.initialValue)}
          autoComplete="country-name"
        />
      </div>
      <TextField meta={fields.doctorName} label={t('clinic.info.doctor_name')} autoComplete="off" />
      <TextField meta={fields.licenseNumber} label={t('clinic.info.license')} autoComplete="off" />
      <ChoiceCards
        type="checkbox"
        id={fields.specialties.id}
        name={fields.specialties.name}
        legend={t('clinic.info.specialties')}
        hint={useSpecialtiesHint()}
        errors={fields.specialties.errors}
        defaultValue={chosen}
        compact
        options={specialties.map((value) => ({ value, label: t(labelKey('specialty', value)) }))}
      />
    </SectionForm>
  );
}

/** What becomes of a change, before anything is typed. */
function Rule() {
  const t = useText();
  return (
    <Banner tone="info" title={t('clinic.profile.verified.rule')}>
      <p>
        <Rich
          id="clinic.profile.verified.rule_text"
          components={{ documents: <Link to={`${profilePath}/documents`} className="link" /> }}
        />
      </p>
    </Banner>
  );
}
