import { type FieldMetadata, useForm } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import { experiences, languages } from '#contracts/clinic-onboarding';
import { currencies } from '#contracts/offers';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { SectionForm, SectionPage } from '#app/clinic-profile/section-form';
import { infoAction, loadSections, type Sections } from '#app/clinic-profile/pages.server';
import { ChoiceCards } from '#app/components/choice-cards';
import { SelectField } from '#app/components/select-field';
import { TextAreaField } from '#app/components/text-area-field';
import { TextField } from '#app/components/text-field';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useFormats } from '#app/i18n/formats';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('clinic.profile.info');

export const loader = pageLoader('clinic-manager', loadSections);
export const action = infoAction;
export const clientAction = keepOnNetworkError;

export default function ClinicInfoPage() {
  return (
    <SectionPage section="info">
      <InfoForm {...useLoaderData<typeof loader>()} />
    </SectionPage>
  );
}

type Info = {
  version: string;
  website: string | null;
  experience: string;
  description: string;
  languages: string[];
  currency: string;
};

/** What a clinic says of itself without a check, and the currency that its offers start with. */
function InfoForm({ clinicId, profile, versions, ...shown }: Sections) {
  const t = useText();
  const { reply } = useIntent('info');
  const { website, experience, description } = shown;
  const { currency } = profile;
  const [form, fields] = useForm<Info>({
    id: 'info',
    lastResult: reply,
    defaultValue: {
      ...{ version: versions.info, website, experience, description, currency },
      languages: [...profile.languages],
    },
  });
  return (
    <SectionForm
      section="info"
      form={form}
      clinicId={clinicId}
      versions={{ opened: fields.version.initialValue, stored: versions.info }}
      save={t('clinic.profile.save')}
    >
      <TextAreaField
        meta={fields.description}
        label={t('clinic.info.about')}
        hint={t('clinic.profile.info.about_hint')}
        rows={8}
        optional
      />
      <TextField
        meta={fields.website}
        type="url"
        label={t('clinic.info.website')}
        hint={t('clinic.profile.info.website_hint')}
        autoComplete="url"
        optional
      />
      <SelectField
        meta={fields.experience}
        label={t('clinic.info.experience')}
        options={experiences.map((value) => ({
          value,
          label: t('clinic.info.years', { years: value }),
        }))}
      />
      <Languages meta={fields.languages} />
      <SelectField
        meta={fields.currency}
        label={t('clinic.profile.info.currency')}
        hint={t('clinic.profile.info.currency_hint')}
        options={currencies.map((value) => ({ value, label: value }))}
      />
    </SectionForm>
  );
}

function Languages({ meta }: { meta: FieldMetadata<string[], Info, string[]> }) {
  const t = useText();
  const formats = useFormats();
  const spoken = [meta.initialValue ?? []].flat().filter((one) => one !== undefined);
  return (
    <ChoiceCards
      type="checkbox"
      id={meta.id}
      name={meta.name}
      legend={t('clinic.profile.info.languages')}
      hint={t('clinic.profile.info.languages_hint')}
      errors={meta.errors}
      defaultValue={spoken}
      compact
      options={languages.map((value) => ({ value, label: formats.languageName(value) }))}
    />
  );
}
