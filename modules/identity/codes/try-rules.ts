import { days } from '#platform/base/duration';
import type { Rule } from '#platform/limits/rate-limit';
import type { z } from 'zod';
import type { codeBudgets } from '../settings';
import type { KnownBrowser } from './known-browser.server';

type PhoneBudget = z.infer<typeof codeBudgets.schema>['phone'];

interface CountedTries {
  readonly rule: Rule;
  readonly subject: string;
}

const subjectOf = (phone: string, known: KnownBrowser | null): string =>
  known ? `${phone} known ${known.id}` : phone;

/** Wrong tries of a day over all codes of a phone; those of a known browser are counted on their own. */
export const triesPerDay = (
  budget: PhoneBudget,
  phone: string,
  known: KnownBrowser | null,
): CountedTries => ({
  rule: {
    name: 'identity.wrong-tries-per-phone',
    limit: known ? budget.wrongTriesPerDayKnown : budget.wrongTriesPerDay,
    window: days(1),
  },
  subject: subjectOf(phone, known),
});

/** Wrong tries since the last right code, of the last thirty days. */
export const triesInARow = (
  budget: PhoneBudget,
  phone: string,
  known: KnownBrowser | null,
): CountedTries => ({
  rule: {
    name: 'identity.wrong-tries-in-a-row',
    limit: budget.wrongTriesInARow,
    window: days(30),
  },
  subject: subjectOf(phone, known),
});
