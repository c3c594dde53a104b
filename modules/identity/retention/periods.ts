import { days, hours } from '#platform/base/duration';

/** How long rows of identity are kept, as the privacy page says it (security 81). */
export const keptFor = {
  /** As far back as the budgets look. */
  codes: hours(24),
  lanePlaces: hours(1),
  /** After their end. */
  sessions: days(30),
  profileDrafts: days(1),
  passkeyChallenges: days(1),
  emailLinks: days(30),
} as const;
