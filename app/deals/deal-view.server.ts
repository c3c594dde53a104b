import type { DealDto } from '#contracts/deals';
import { showPhone } from '#contracts/identity';
import { searchedPlace, shownPlace } from '#app/clinic/place.server';
import { textIn } from '#app/i18n/server';
import type { Locale } from '#platform/base/locale';
import { directionsTo, mapOf } from './place-addresses';

/** A deal as its pages show it: whom to call and where to go as people read both. */
export function dealView({ contact, place, ...deal }: DealDto, locale: Locale) {
  const shown = contact?.phoneNumber ? showPhone(contact.phoneNumber) : null;
  const searched = place && searchedPlace(place);
  return {
    ...deal,
    contact: contact && { ...contact, shownPhone: shown },
    place: place && {
      ...place,
      lines: shownPlace(textIn(locale), place).lines,
      map: mapOf(searched!),
      directions: directionsTo(searched!),
    },
  };
}

export type ShownDeal = ReturnType<typeof dealView>;
