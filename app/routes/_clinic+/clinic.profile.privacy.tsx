import { useForm } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { SectionForm, SectionPage } from '#app/clinic-profile/section-form';
import { loadSections, privacyAction, type Sections } from '#app/clinic-profile/pages.server';
import { CheckboxField } from '#app/components/checkbox-field';
import { Link } from '#app/components/link';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { DeleteCard, DownloadCard } from '#app/leaving/delete-card';
import { loadLeaving } from '#app/leaving/privacy-page.server';

export const meta = pageMeta('clinic.profile.privacy');

export const loader = pageLoader('approved-owner', async (ctx) => ({
  ...(await loadSections(ctx)),
  ...(await loadLeaving(ctx)),
}));
export const action = privacyAction;
export const clientAction = keepOnNetworkError;

export default function ClinicPrivacyPage() {
  const data = useLoaderData<typeof loader>();
  return (
    <SectionPage section="privacy">
      <PrivacyForm {...data} />
      <div className="mt-10 space-y-6">
        <DownloadCard whose="clinic" fresh={data.fresh} archive={data.archive} />
        <DeleteCard whose="clinic" />
      </div>
    </SectionPage>
  );
}

type Privacy = {
  version: string;
  listed?: boolean;
  showsAddress?: boolean;
};

/** What of it everybody sees. */
function PrivacyForm({ clinicId, slug, listed, profile, versions }: Sections) {
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
