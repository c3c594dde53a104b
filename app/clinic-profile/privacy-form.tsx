import { useForm } from '@conform-to/react';
import { useIntent } from '#app/auth/use-intent';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { CheckboxField } from '../components/checkbox-field';
import { SectionForm } from './section-form';
import type { Sections } from './sections.server';

type Privacy = {
  version: string;
  listed?: boolean;
  showsAddress?: boolean;
};

/** What of it everybody sees. */
export function PrivacyForm({ clinicId, slug, listed, profile, versions }: Sections) {
  const t = useText();
  const { reply } = useIntent('privacy');
  const [form, fields] = useForm<Privacy>({
    id: 'privacy',
    lastResult: reply,
    defaultValue: { version: versions.privacy, listed, showsAddress: profile.showsAddress },
  });
  return (
    <SectionForm
      section="privacy"
      form={form}
      clinicId={clinicId}
      versions={{ opened: fields.version.initialValue, stored: versions.privacy }}
      save={t('clinic.profile.save')}
    >
      <CheckboxField
        meta={fields.listed}
        label={t('clinic.profile.privacy.listed')}
        hint={t('clinic.profile.privacy.listed_hint')}
      />
      <CheckboxField
        meta={fields.showsAddress}
        label={t('clinic.profile.privacy.address')}
        hint={t('clinic.profile.privacy.address_hint')}
      />
      <p className="text-ink-soft">
        {slug ? (
          <Rich
            id="clinic.profile.privacy.never"
            components={{ page: <Link to={`/find-clinics/${slug}`} className="link" /> }}
          />
        ) : null}
      </p>
    </SectionForm>
  );
}
