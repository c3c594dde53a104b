import type { Cascade } from '#platform/context';
import { offerActivities } from './processes/offer-activities';
import { dealBegins } from './processes/deal-begins';
import { offerSteps } from './processes/offers';
import { readingEnds } from './processes/reading-ends';
import { requestEnds } from './processes/request-ends';
import { requestListed } from './processes/request-listed';

/**
 * What is part of an event, in its transaction, whoever or whatever clock caused it: when a fact of a machine,
 * then these steps, in this order (docs/decisions/0017). What may happen after the commit is a subscription.
 */
export const cascades: readonly Cascade[] = [
  ...requestEnds,
  ...requestListed,
  ...offerActivities,
  ...offerSteps,
  ...dealBegins,
  ...readingEnds,
];
