import { BadgeCheck } from 'lucide-react';
import type { PublicClinic } from '#contracts/clinic-onboarding';
import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';
import { When } from '../components/date-time';
import { Rich } from '#app/i18n/rich';

/** What was verified, by which kind of document, when, and until when. */
export function VerifiedList({ verified }: Pick<PublicClinic, 'verified'>) {
  const t = useText();
  const formats = useFormats();
  if (verified.length === 0) return <p className="text-ink-soft">{t('clinics.verified_none')}</p>;
  return (
    <ul className="space-y-3">
      {verified.map(({ kind, checkedAt, until }) => (
        <li key={kind} className="flex gap-3">
          <BadgeCheck aria-hidden="true" className="mt-1 size-5 shrink-0 text-ok" />
          <div>
            <p className="font-semibold">{t(`clinics.verified.${kind}`)}</p>
            <p className="text-sm text-ink-soft">
              <Rich id="clinics.checked" components={{ when: <When date={checkedAt} /> }} />{' '}
              {until
                ? t('clinics.until', { until: formats.date(new Date(until), 'UTC') })
                : t('clinics.no_end')}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
