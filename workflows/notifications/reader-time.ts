import { clinicZone } from '#contracts/deals';
import { readPhone } from '#contracts/identity';
import { personOf } from '#modules/identity';
import { quietZoneOf } from '#modules/notifications';
import { figuresTag, type Locale } from '#platform/base/locale';
import type { Ctx } from '#platform/context';
import { isTimeZone } from '#platform/time/time-zone';
import type { Reader } from './notification';

const lengths = {
  long: {
    ...{ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'longGeneric' },
  },
  short: { weekday: 'short', hour: 'numeric', minute: '2-digit', timeZoneName: 'shortGeneric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Length = keyof typeof lengths;

const written = (locale: Locale, at: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(figuresTag(locale, 'latin'), options).format(at).replace(/\u202f/g, ' ');

/** What clocks of a zone show; the same of two zones says that they differ in nothing at that instant. */
const clockOf = (at: Date, timeZone: string): string =>
  written('en', at, { timeZone, dateStyle: 'short', timeStyle: 'short' });

/** Time zones of a country (ISO 3166-1 alpha-2), as the engine knows them. */
const zonesOf = (country: string): readonly string[] =>
  (new Intl.Locale('und', { region: country }) as { getTimeZones?: () => string[] })
    .getTimeZones?.()
    .filter(isTimeZone) ?? [];

/** Where a patient is, as far as known: the zone of their quiet hours, else those of the country of their number. */
async function zonesOfPatient(ctx: Ctx, patientId: string): Promise<readonly string[]> {
  const quiet = await quietZoneOf(ctx, { type: 'patient', id: patientId });
  if (quiet) return [quiet];
  const person = await personOf(ctx, { patientId });
  const reading = person?.phoneNumber ? readPhone(person.phoneNumber) : null;
  return reading?.ok ? zonesOf(reading.phone.country) : [];
}

/**
 * An instant by a patient's own clock, its time zone named, for words that say it by the clinic's; `unknown` where both show
 * the same, and where it is not known: in a country of several times, and to clinics.
 */
export async function hereOf(
  ctx: Ctx,
  { at, reader, length }: { at: Date; reader: Reader | undefined; length: Length },
): Promise<string> {
  if (reader?.type !== 'patient') return 'unknown';
  const zones = await zonesOfPatient(ctx, reader.id);
  const [zone] = zones;
  const clocks = new Set(zones.map((one) => clockOf(at, one)));
  if (!zone || clocks.size > 1 || clocks.has(clockOf(at, clinicZone))) return 'unknown';
  return written(ctx.locale, at, { ...lengths[length], timeZone: zone });
}
