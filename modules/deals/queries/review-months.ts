import { sql } from 'drizzle-orm';
import { loggedPerMonth } from '#platform/audit-months';
import type { MonthFigure } from '#platform/month-series';
import { removalReasons, type RemovalReason } from '../status';
import { review } from '../tables.server';

const received: MonthFigure = (from, to) => sql`select count(*) from ${review}
  where ${review.createdAt} >= ${from} and ${review.createdAt} < ${to}`;

/** What became of reviews, month by month: how many were written, and how many staff removed for which reason. */
export const reviewMonths = {
  'reviews.received': received,
  ...(Object.fromEntries(
    removalReasons.map((because) => [
      `reviews.removed.${because}`,
      loggedPerMonth('deals.remove-review', ['because', because]),
    ]),
  ) as Record<`reviews.removed.${RemovalReason}`, MonthFigure>),
};
