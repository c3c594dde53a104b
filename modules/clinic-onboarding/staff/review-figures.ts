import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { perDay } from '#platform/day-series';
import type { HomeRecord } from '#platform/staff-records';
import { applicationActivity, clinic } from '../tables.server';

type Staff = Ctx<ActorOf<'staff'>>;

const isComplete = and(eq(clinic.status, 'pending'), isNotNull(clinic.completeAt))!;

/** Applications that wait for a decision, with the most urgent promises. */
export async function applicationQueue(ctx: Staff): Promise<HomeRecord['queues'][number]> {
  const [counted] = await ctx.db
    .select({
      waiting: sql<number>`count(*)::int`,
      late: sql<number>`(count(*) filter (where ${clinic.dueAt} <= platform.now()))::int`,
    })
    .from(clinic)
    .where(isComplete);
  const next = await ctx.db
    .select({ id: clinic.id, label: clinic.clinicName, dueAt: clinic.dueAt })
    .from(clinic)
    .where(isComplete)
    .orderBy(asc(clinic.dueAt), asc(clinic.id))
    .limit(5);
  return {
    id: 'clinics',
    waiting: counted?.waiting ?? 0,
    late: counted?.late ?? 0,
    next: next.map((each) => ({ ...each, dueAt: each.dueAt?.toISOString() ?? null })),
  };
}

/** Registrations and approvals of thirty days. */
export const applicationCharts = async (
  ctx: Staff,
): Promise<Pick<HomeRecord['charts'], 'registrations' | 'approvals'>> => ({
  registrations: await perDay(ctx, clinic.registeredAt),
  approvals: await perDay(ctx, applicationActivity.at, eq(applicationActivity.kind, 'approved')),
});

/**
 * Hours from complete to decided, in the middle, over thirty days; null below five decisions. Suspending and
 * reinstating are no decisions about an application.
 */
export async function medianReviewHours(ctx: Staff): Promise<number | null> {
  const hours = sql`extract(epoch from ${applicationActivity.at} - ${clinic.completeAt}) / 3600`;
  const [row] = await ctx.db
    .select({
      decisions: sql<number>`count(*)::int`,
      median: sql<number | null>`percentile_cont(0.5) within group (order by ${hours})`,
    })
    .from(applicationActivity)
    .innerJoin(clinic, eq(clinic.id, applicationActivity.clinicId))
    .where(
      and(
        sql`${applicationActivity.at} >= platform.now() - interval '30 days'`,
        sql`${applicationActivity.at} >= ${clinic.completeAt}`,
        inArray(applicationActivity.kind, ['approved', 'rejected']),
      ),
    );
  if (!row || row.decisions < 5 || row.median === null) return null;
  return Math.round(Number(row.median) * 10) / 10;
}
