import type { Side } from '#platform/base/actor';
import { clinicZone } from '#contracts/deals';
import { showPhone } from '#contracts/identity';
import { calendarFile } from '#modules/deals';
import { appointmentOf } from '#workflows';
import type { CtxOf } from '#platform/context';
import { searchedPlace, shownPlace } from '#app/clinic/place.server';
import { cityNames } from '#app/i18n/city-names';
import { formatsIn } from '#app/i18n/formats';
import { textIn } from '#app/i18n/server';
import { directionsTo } from './place-addresses';

type Appointment = Awaited<ReturnType<typeof appointmentOf>>;

/** Maps look for a place by these words, and take signs of direction for a part of them. */
const withoutSigns = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');

/** When it is where the clinic is, how to get there and whom to call, as lines: a calendar shows its owner's own clock alone. */
function onTheWay(
  ctx: CtxOf<Side>,
  { startsAt, place, phoneNumber }: Pick<Appointment, 'startsAt' | 'place' | 'phoneNumber'>,
): string {
  const text = textIn(ctx.locale);
  const url = place && directionsTo(searchedPlace(place));
  return [
    text('deals.time.there', {
      time: formatsIn(ctx.locale).clockTime(startsAt, clinicZone),
      city: place ? cityNames(text, place.city) : 'unknown',
    }),
    url ? text('deals.calendar.directions', { url }) : null,
    phoneNumber
      ? text('deals.calendar.call', { phone: showPhone(phoneNumber) })
      : text('deals.calendar.write'),
  ]
    .filter((line) => line !== null)
    .join('\n');
}

/**
 * The calendar file of a deal's date. What is treated is not in it: calendars are shown to others.
 *
 * @throws AppError `not_found`, `not_scheduled`
 */
export async function calendarOf(ctx: CtxOf<Side>, offerId: string): Promise<Response> {
  const { dealId, withWhom, phoneNumber, ...found } = await appointmentOf(ctx, { offerId });
  const { place, ...date } = found;
  const text = textIn(ctx.locale);
  const origin = new URL(ctx.services.env.PUBLIC_URL);
  const side = ctx.actor.kind === 'patient' ? '' : '/clinic';
  const file = calendarFile({
    ...date,
    uid: `${dealId}@${origin.hostname}`,
    summary: withWhom ? text('deals.calendar.with', { name: withWhom }) : text('deals.calendar'),
    location: place && withoutSigns(shownPlace(text, place).line),
    description:
      ctx.actor.kind === 'patient' && !date.cancelled
        ? onTheWay(ctx, { ...date, place, phoneNumber })
        : null,
    url: new URL(`${side}/deal/${offerId}`, origin).href,
    organizer: { name: text('common.brand'), uri: origin.origin },
  });
  return new Response(file, {
    headers: {
      'Content-Type': `text/calendar; charset=utf-8; method=${date.cancelled ? 'CANCEL' : 'PUBLISH'}`,
      'Content-Disposition': 'attachment; filename="appointment.ics"',
      'Cache-Control': 'private, no-store',
    },
  });
}
