import { clinicZone } from '#contracts/deals';
import { cityNames } from '#app/i18n/city-names';
import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';
import { useHydrated } from '../components/use-hydrated';

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
