import { type FieldMetadata, useForm } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import { maxDoctors } from '#contracts/clinic-onboarding';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { SectionForm, SectionPage } from '#app/clinic-profile/section-form';
import { doctorsAction, loadSections, type Sections } from '#app/clinic-profile/pages.server';
import { Card } from '#app/components/card';
import { TextField } from '#app/components/text-field';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('clinic.profile.doctors');

export const loader = pageLoader('clinic-manager', loadSections);
export const action = doctorsAction;
export const clientAction = keepOnNetworkError;

export default function ClinicDoctorsPage() {
  return (
    <SectionPage section="doctors">
      <DoctorsForm {...useLoaderData<typeof loader>()} />
    </SectionPage>
  );
}

type Row = {
  name?: string;
  field?: string;
  years?: number | string;
};

/** Rows without anybody that the form offers, with and without a script. */
const blank = 2;

/** Who treats at the clinic besides the doctor in charge, as the clinic says; a row left empty is nobody. */
function DoctorsForm({ clinicId, profile, versions }: Sections) {
  const t = useText();
  const { reply } = useIntent('doctors');
  const doctors: Row[] = [...profile.doctors];
  while (doctors.length < Math.min(profile.doctors.length + blank, maxDoctors)) doctors.push({});
  const [form, fields] = useForm<{ version: string; doctors: Row[] }>({
    id: 'doctors',
    lastResult: reply,
    defaultValue: { version: versions.doctors, doctors },
  });
  return (
    <SectionForm
      section="doctors"
      form={form}
      clinicId={clinicId}
      versions={{ opened: fields.version.initialValue, stored: versions.doctors }}
      save={t('clinic.profile.save')}
    >
      <ul className="space-y-4">
        {fields.doctors.getFieldList().map((row, index) => (
          <DoctorRow key={row.key} row={row} n={index + 1} />
        ))}
      </ul>
      <p className="text-sm text-ink-soft">
        {t('clinic.profile.doctors.rows', { most: maxDoctors })}
      </p>
    </SectionForm>
  );
}

function DoctorRow({ row, n }: { row: FieldMetadata<Row>; n: number }) {
  const t = useText();
  const { name, field, years } = row.getFieldset();
  return (
    <Card as="li">
      <fieldset>
        <legend className="sr-only">{t('clinic.profile.doctors.row', { n })}</legend>
        <div className="grid gap-4 sm:grid-cols-[1fr_1fr_7rem]">
          <TextField meta={name} label={t('clinic.profile.doctors.name')} autoComplete="off" />
          <TextField meta={field} label={t('clinic.profile.doctors.field')} autoComplete="off" />
          <TextField
            meta={years}
            label={t('clinic.profile.doctors.years')}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
      </fieldset>
    </Card>
  );
}
