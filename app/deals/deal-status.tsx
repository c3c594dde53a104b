import { Ban, CalendarCheck, CircleCheck, Handshake, type LucideIcon, Star } from 'lucide-react';
import { clinicZone, type DealStatus } from '#contracts/deals';
import { StatusTag } from '../components/status-tag';
import { useHydrated } from '../components/use-hydrated';
import { cityNames } from '#app/i18n/city-names';
import { useFormats } from '#app/i18n/formats';
import { useText } from '#app/i18n/use-text';

const looks: Record<DealStatus, [tone: 'accent' | 'info' | 'ok' | 'neutral', icon: LucideIcon]> = {
  accepted: ['accent', Handshake],
  scheduled: ['info', CalendarCheck],
  treated: ['ok', CircleCheck],
  reviewed: ['ok', Star],
  cancelled: ['neutral', Ban],
};

/** Where a deal stands, in the words of the product, or in those of the key `words`. */
export function DealStatusTag({ status, words }: { status: DealStatus; words?: string }) {
  const t = useText();
  const [tone, icon] = looks[status];
  return (
    <StatusTag tone={tone} icon={icon}>
      {t(words ?? `deals.status.${status}`)}
    </StatusTag>
  );
}

/**
 * When a clinic is visited (ISO 8601): as clocks show it there, with its city where that is known, and beside it by the
 * reader's own clock where that shows another time. The server does not know the reader's time zone.
 */
export function AppointmentTime({ date, city }: { date: string; city: string | null }) {
  const t = useText();
  const formats = useFormats();
  const hydrated = useHydrated();
  const instant = new Date(date);
  const there = formats.clockTime(instant, clinicZone);
  const here = hydrated ? formats.clockTime(instant) : there;
  return (
    <time dateTime={instant.toISOString()} className="tnum">
      {t('deals.time.there', { time: there, city: city ? cityNames(t, city) : 'unknown' })}
      {here === there ? null : (
        <span className="block text-sm font-normal text-ink-soft">
          {t('deals.time.here', { time: here })}
        </span>
      )}
    </time>
  );
}
