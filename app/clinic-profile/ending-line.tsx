import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';
import { When } from '../components/date-time';
import { Rich } from '#app/i18n/rich';
import { StatusTag } from '../components/status-tag';
import { endsSoon, hasEnded, type Ending } from './ending';

/** Whether a kind of document verifies something now, in two words. */
export function EndingTag({ ending }: { ending: Ending }) {
  const t = useText();
  if (ending.checkedAt === null)
    return <StatusTag tone="neutral">{t('clinic.profile.ending.none')}</StatusTag>;
  if (hasEnded(ending))
    return <StatusTag tone="danger">{t('clinic.profile.ending.over')}</StatusTag>;
  if (endsSoon(ending))
    return (
      <StatusTag tone="warn">
        {t('clinic.profile.ending.soon', { days: ending.daysLeft ?? 0 })}
      </StatusTag>
    );
  return <StatusTag tone="ok">{t('clinic.profile.ending.verified')}</StatusTag>;
}

/** When it was checked and until when it holds. */
export function EndingLine({ ending }: { ending: Ending }) {
  const t = useText();
  const formats = useFormats();
  const { checkedAt, until } = ending;
  if (checkedAt === null) return null;
  return (
    <p className="text-sm text-ink-soft">
      <Rich id="clinics.checked" components={{ when: <When date={checkedAt} /> }} />{' '}
      {until
        ? t(hasEnded(ending) ? 'clinic.profile.ending.ended' : 'clinics.until', {
            until: formats.date(new Date(until), 'UTC'),
          })
        : t('clinics.no_end')}
    </p>
  );
}
