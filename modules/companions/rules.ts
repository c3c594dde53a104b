import { days } from '#platform/base/duration';
import type { Rule } from '#platform/limits/rate-limit';

/** How long a link can be opened and looked at, from when it is made: a promise that patients and companions read. */
export const linkLength = days(7);

/** How long the row of an ended link is kept, with its notes. */
export const keptAfterEnd = days(30);

/** Whoever makes a link and takes it back again and again makes rows without a benefit to anybody. */
export const linksPerDay: Rule = { name: 'companions.links', limit: 30, window: days(1) };
