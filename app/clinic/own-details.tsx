import type { ReactNode } from 'react';
import type { ApplicationDetails } from '#contracts/clinic-onboarding';
import { labelKey } from '#contracts/consultation';
import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { Card } from '../components/card';

/** What the clinic has told about itself, and the way to mend it while that is possible. */
export function OwnDetails({ details, phone }: { details: ApplicationDetails; phone: string }) {
  const t = useText();
  const formats = useFormats();
  const { clinic } = details;
  const open = clinic.approvalStatus === 'pending' || clinic.approvalStatus === 'rejected';
  return (
    <Card as="section">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{t('clinic.pending.details')}</h2>
        {open ? (
          <Link to="/clinic/application" className="link">
            {t('clinic.pending.edit')}
          </Link>
        ) : null}
      </div>
      <dl className="space-y-3">
        <Fact term={t('clinic.info.clinic_name')}>{clinic.clinicName}</Fact>
        <Fact term={t('clinic.info.doctor_name')}>{clinic.doctorName}</Fact>
        <Fact term={t('clinic.info.email')}>{clinic.email}</Fact>
        <Fact term={t('auth.phone.label')}>{phone}</Fact>
        <Fact term={t('clinic.info.address')}>{clinic.address}</Fact>
        <Fact term={t('clinic.info.city')}>{clinic.city}</Fact>
        <Fact term={t('clinic.info.country')}>{clinic.country}</Fact>
        <Fact term={t('clinic.info.specialties')}>
          {formats.list(clinic.specialties.map((one) => t(labelKey('specialty', one))))}
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
