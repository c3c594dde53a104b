import { useForm } from '@conform-to/react';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { TextAreaField } from '../components/text-area-field';
import { TextField } from '../components/text-field';
import { SectionForm } from './section-form';
import type { Sections } from './sections.server';

type Billing = {
  version: string;
  company: string;
  taxNumber: string;
  address: string;
};

/** Whom invoices go to. */
export function BillingForm({ clinicId, profile, versions }: Sections) {
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
