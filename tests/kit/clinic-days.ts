import { clinicDay } from '../../modules/deals/rules';

/** Today where the clinics are, or `ahead` days from it, as YYYY-MM-DD: from nine in the evening in UTC on it is the next day there. */
export const clinicToday = (ahead = 0): string =>
  clinicDay(new Date(Date.now() + ahead * 86_400_000));
