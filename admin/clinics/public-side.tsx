import type { ClinicDetailRecord } from '#contracts/clinic-onboarding';
import { Panel } from '../components/panel';
import { When } from '../components/times';
import { useText } from '../text';

/** What stands verified and until when, and what the clinic shows of itself besides. */
export function PublicSide({ record }: { record: ClinicDetailRecord }) {
  const t = useText();
  const { status, verifications, mayOffer, slug, listed, doctors, billing } = record;
  if (status !== 'approved' && status !== 'suspended') return null;
  return (
    <Panel title={t('console.clinics.verified')}>
      {verifications.length === 0 ? <p>{t('console.clinics.verified_none')}</p> : null}
      <ul className="grid gap-1">
        {verifications.map(({ kind, checkedAt, until, ended }) => (
          <li key={kind}>
            {t(`console.documents.kind.${kind}`)}: <When at={checkedAt} format="date" />,{' '}
            <span className={ended ? 'text-danger' : undefined}>
              {until
                ? t(ended ? 'console.clinics.verified_ended' : 'console.clinics.verified_until', {
                    until,
                  })
                : t('console.clinics.verified_no_end')}
            </span>
          </li>
        ))}
      </ul>
      {status === 'approved' && !mayOffer ? (
        <p className="mt-3 rounded-md bg-warn-soft px-3 py-2 text-warn">
          {t('console.clinics.no_offers')}
        </p>
      ) : null}
      {slug ? (
        <p className="mt-3">
          <a className="text-brand hover:underline" href={`/find-clinics/${slug}`}>
            {t('console.clinics.public_page')}
          </a>{' '}
          {listed ? null : t('console.clinics.unlisted')}
        </p>
      ) : null}
      {doctors.length > 0 ? (
        <>
          <h3 className="mt-4">{t('console.clinics.doctors')}</h3>
          <ul>
            {doctors.map((doctor, index) => (
              <li key={index}>{t('console.clinics.doctor_line', doctor)}</li>
            ))}
          </ul>
        </>
      ) : null}
      {billing.company ? (
        <>
          <h3 className="mt-4">{t('console.clinics.billing')}</h3>
          <p className="whitespace-pre-line">
            {[billing.company, billing.taxNumber, billing.address].filter(Boolean).join('\n')}
          </p>
        </>
      ) : null}
    </Panel>
  );
}
