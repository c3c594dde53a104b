import { type DocumentKind, documentKinds, type RequiredKind } from '#contracts/clinic-onboarding';
import { NeededFrom } from '#app/clinic/document-kinds';
import { When } from '../components/date-time';
import { StatusTag } from '../components/status-tag';
import { Rich } from '#app/i18n/rich';
import { useFormats } from '#app/i18n/formats';
import { useText } from '#app/i18n/use-text';

/** What stands verified by one kind of document; `checkedAt` is null where nothing does. */
export interface Ending {
  readonly kind: DocumentKind;
  readonly checkedAt: string | null;
  /** Its last day, YYYY-MM-DD. */
  readonly until: string | null;
  /** Up to the last day; below nought when it is over. */
  readonly daysLeft: number | null;
  /** From when on a law requires it (YYYY-MM-DD), and whether that day has come; null: none does. */
  readonly legal: Pick<RequiredKind, 'from' | 'inForce'> | null;
}

interface Verified {
  readonly kind: DocumentKind;
  readonly checkedAt: Date;
  readonly until: string | null;
}

const day = 86_400_000;

/** Kind by kind, in the order of the application; `today` is YYYY-MM-DD. */
export const endingsOf = (
  verified: readonly Verified[],
  legal: readonly RequiredKind[],
  today: string,
): Ending[] =>
  documentKinds.map((kind) => {
    const own = verified.find((one) => one.kind === kind);
    const until = own?.until ?? null;
    return {
      kind,
      checkedAt: own?.checkedAt.toISOString() ?? null,
      until,
      daysLeft: until === null ? null : (Date.parse(until) - Date.parse(today)) / day,
      legal: legal.find((one) => one.kind === kind) ?? null,
    };
  });

/** Clinics are reminded from here on. */
const soon = 60;

export const endsSoon = ({ daysLeft }: Ending): boolean =>
  daysLeft !== null && daysLeft >= 0 && daysLeft <= soon;
/** A law requires it, now or from a day on, and nothing of it is verified. */
export const isOwed = ({ checkedAt, legal }: Ending): boolean =>
  checkedAt === null && legal !== null;
const hasEnded = ({ daysLeft }: Ending): boolean => daysLeft !== null && daysLeft < 0;

/** Whether a kind of document verifies something now, in two words. */
export function EndingTag({ ending }: { ending: Ending }) {
  const t = useText();
  if (isOwed(ending) && ending.legal?.inForce)
    return <StatusTag tone="danger">{t('clinic.documents.needed')}</StatusTag>;
  if (isOwed(ending)) return <NeededFrom day={ending.legal!.from} />;
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
