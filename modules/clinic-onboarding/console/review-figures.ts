import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { perDay } from '#platform/day-series';
import { queueFigures, type Queue } from '#platform/queue-figures';
import type { HomeRecord } from '#platform/console-records';
import { applicationActivity, clinic } from '../tables.server';

type Staff = Ctx<ActorOf<'staff'>>;

const isComplete = and(eq(clinic.status, 'pending'), isNotNull(clinic.completeAt))!;

export const applicationRows: Queue = {
  id: 'clinics',
  table: clinic,
  where: isComplete,
  first: clinic.dueAt,
  isLate: sql`${clinic.dueAt} <= platform.now()`,
};

/** Applications that wait for a decision, with the most urgent promises. */
export async function applicationQueue(ctx: Staff): Promise<HomeRecord['queues'][number]> {
  const figures = await queueFigures(ctx, applicationRows);
  const next = await ctx.db
    .select({ id: clinic.id, label: clinic.clinicName, dueAt: clinic.dueAt })
    .from(clinic)
    .where(isComplete)
    .orderBy(asc(clinic.dueAt), asc(clinic.id))
    .limit(5);
  return {
    id: 'clinics',
    ...figures,
    next: next.map((each) => ({ ...each, dueAt: each.dueAt?.toISOString() ?? null })),
  };
}

/** Registrations and approvals of thirty days. Decisions are asked for in the words of their index. */
export const applicationCharts = async (
  ctx: Staff,
): Promise<Pick<HomeRecord['charts'], 'registrations' | 'approvals'>> => ({
  registrations: await perDay(ctx, 'registrations', clinic.registeredAt),
  approvals: await perDay(
    ctx,
    'approvals',
    applicationActivity.at,
    sql`${applicationActivity.kind} = 'approved'`,
  ),
});

/** Enough to know the middle. */
const latestDecisions = 100;

/**
 * Hours from complete to decided, in the middle of the latest decisions of thirty days; null below five. Suspending
 * and reinstating are no decisions about an application.
 */
export async function medianReviewHours(ctx: Staff): Promise<number | null> {
  const latest = ctx.db
    .select({
      hours:
        sql<number>`extract(epoch from ${applicationActivity.at} - ${clinic.completeAt}) / 3600`.as(
          'hours',
        ),
    })
    .from(applicationActivity)
    .innerJoin(clinic, eq(clinic.id, applicationActivity.clinicId))
    .where(
      and(
        sql`${applicationActivity.at} >= platform.now() - interval '30 days'`,
        sql`${applicationActivity.at} >= ${clinic.completeAt}`,
        sql`${applicationActivity.kind} in ('approved', 'rejected')`,
      ),
    )
    .orderBy(desc(applicationActivity.at))
    .limit(latestDecisions)
    .as('latest');
  const [row] = await ctx.db
    .select({
      decisions: sql<number>`count(*)::int`,
      median: sql<number | null>`percentile_cont(0.5) within group (order by ${latest.hours})`,
    })
    .from(latest);
  if (!row || row.decisions < 5 || row.median === null) return null;
  return Math.round(Number(row.median) * 10) / 10;
}
