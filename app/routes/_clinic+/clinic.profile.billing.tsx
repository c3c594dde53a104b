import { useForm } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { SectionForm, SectionPage } from '#app/clinic-profile/section-form';
import { billingAction, loadSections, type Sections } from '#app/clinic-profile/pages.server';
import { TextAreaField } from '#app/components/text-area-field';
import { TextField } from '#app/components/text-field';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('clinic.profile.billing');

export const loader = pageLoader('approved-owner', loadSections);
export const action = billingAction;
export const clientAction = keepOnNetworkError;

export default function ClinicBillingPage() {
  return (
    <SectionPage section="billing">
      <BillingForm {...useLoaderData<typeof loader>()} />
    </SectionPage>
  );
}

type Billing = {
  version: string;
  company: string;
  taxNumber: string;
  address: string;
};

/** Whom invoices go to. */
function BillingForm({ clinicId, profile, versions }: Sections) {
  const t = useText();
  const { reply } = useIntent('billing');
  const [form, fields] = useForm<Billing>({
    id: 'billing',
    lastResult: reply,
    defaultValue: { version: versions.billing, ...profile.billing },
  });
  return (
    <SectionForm
      section="billing"
      form={form}
      clinicId={clinicId}
      versions={{ opened: fields.version.initialValue, stored: versions.billing }}
      save={t('clinic.profile.save')}
    >
      <TextField
        meta={fields.company}
        label={t('clinic.profile.billing.company')}
        autoComplete="organization"
      />
      <TextField
        meta={fields.taxNumber}
        label={t('clinic.profile.billing.tax_number')}
        autoComplete="off"
        optional
      />
      <TextAreaField
        meta={fields.address}
        label={t('clinic.profile.billing.address')}
        autoComplete="street-address"
        rows={4}
      />
    </SectionForm>
  );
}
