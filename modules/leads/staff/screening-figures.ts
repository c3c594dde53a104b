import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { perDay } from '#platform/day-series';
import type { HomeRecord } from '#platform/staff-records';
import { lead } from '../tables.server';

type Staff = Ctx<ActorOf<'staff'>>;

const isHeld = and(eq(lead.status, 'pending'), isNull(lead.screeningEndsAt))!;

/** Requests that wait for a person, oldest first; nobody was promised a time, late is after a day. */
export async function screeningQueue(ctx: Staff): Promise<HomeRecord['queues'][number]> {
  const late = sql`${lead.createdAt} < platform.now() - interval '1 day'`;
  const [counted] = await ctx.db
    .select({
      waiting: sql<number>`count(*)::int`,
      late: sql<number>`(count(*) filter (where ${late}))::int`,
    })
    .from(lead)
    .where(isHeld);
  const next = await ctx.db
    .select({ id: lead.id, label: lead.subTreatment })
    .from(lead)
    .where(isHeld)
    .orderBy(asc(lead.createdAt), asc(lead.id))
    .limit(5);
  return {
    id: 'leads',
    waiting: counted?.waiting ?? 0,
    late: counted?.late ?? 0,
    next: next.map((each) => ({ ...each, dueAt: null })),
  };
}

/** Requests sent and published on each of thirty days. */
export const leadCharts = async (
  ctx: Staff,
): Promise<Pick<HomeRecord['charts'], 'leads' | 'published'>> => ({
  leads: await perDay(ctx, lead.createdAt),
  published: await perDay(ctx, lead.publishedAt),
});
