import { sql } from 'drizzle-orm';
import type { MonthFigure } from '#platform/time/month-series';
import { applicationActivity, clinic } from '../tables.server';

/** In the words of the index of decisions. */
const decided = sql`${applicationActivity.kind} in ('approved', 'rejected')`;

const within = (from: unknown, to: unknown) =>
  sql`${decided} and ${applicationActivity.at} >= ${from} and ${applicationActivity.at} < ${to}`;

const countOf =
  (kind: 'approved' | 'rejected'): MonthFigure =>
  (from, to) =>
    sql`select count(*) from ${applicationActivity} where ${within(from, to)} and ${applicationActivity.kind} = ${kind}`;

/** Enough to know the middle. */
const mostDecisions = 1_000;
/** Fewer say more about chance than about the review. */
const smallestSample = 5;

/** Minutes from complete documents to the decision, in the middle. Suspending and reinstating decide no application. */
const medianMinutes: MonthFigure = (from, to) => sql`
  select case when count(*) >= ${smallestSample}
    then round(percentile_cont(0.5) within group (order by took.minutes)) end
  from (select extract(epoch from ${applicationActivity.at} - ${clinic.completeAt}) / 60 as minutes
        from ${applicationActivity} join ${clinic} on ${clinic.id} = ${applicationActivity.clinicId}
        where ${within(from, to)} and ${applicationActivity.at} >= ${clinic.completeAt}
        order by ${applicationActivity.at} desc limit ${mostDecisions}) took`;

/** How applications of clinics were decided, month by month, and how long the team took. */
export const decisionMonths = {
  'clinics.approved': countOf('approved'),
  'clinics.rejected': countOf('rejected'),
  'clinics.minutes': medianMinutes,
};
