import { showPhone } from '#contracts/identity';
import { calendarFile } from '#modules/deals';
import { appointmentOf } from '#workflows';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { textIn } from '#app/i18n/server';
import { directionsTo } from './place-addresses';

/** How to get there and whom to call, as lines. */
function onTheWay(
  text: ReturnType<typeof textIn>,
  { place, phoneNumber }: { place: string | null; phoneNumber: string | null },
): string {
  return [
    place ? text('deals.calendar.directions', { url: directionsTo(place) }) : null,
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
export async function calendarOf(
  ctx: Ctx<ActorOf<'patient'> | ActorOf<'clinic'>>,
  offerId: string,
): Promise<Response> {
  const { dealId, withWhom, place, phoneNumber, ...date } = await appointmentOf(ctx, { offerId });
  const text = textIn(ctx.locale);
  const origin = new URL(ctx.services.env.PUBLIC_URL);
  const side = ctx.actor.kind === 'patient' ? '' : '/clinic';
  const file = calendarFile({
    ...date,
    uid: `${dealId}@${origin.hostname}`,
    summary: withWhom ? text('deals.calendar.with', { name: withWhom }) : text('deals.calendar'),
    location: place,
    description:
      ctx.actor.kind === 'patient' && !date.cancelled
        ? onTheWay(text, { place, phoneNumber })
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
