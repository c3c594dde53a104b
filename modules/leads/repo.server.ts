import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import type { Ctx, TxCtx } from '#platform/context';
import type { Cursor } from '#platform/cursor';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import { tell, type RowKind } from '#platform/journal';
import type { ActivityKind } from './status';
import { lead } from './tables.server';

export type LeadRow = typeof lead.$inferSelect;
type OwnerCtx = Ctx<ActorOf<'patient'>>;

const ownedBy = (ctx: OwnerCtx) => eq(lead.patientId, ctx.actor.id);

/** @throws AppError `not_found`, the same for somebody else's, a missing and an impossible id. */
export async function ownLead(ctx: OwnerCtx, id: string): Promise<LeadRow> {
  const [row] = isId(id)
    ? await ctx.db
        .select()
        .from(lead)
        .where(and(eq(lead.id, id), ownedBy(ctx)))
    : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** Newest first, after `cursor`; one more than `limit` when there are more. */
export const ownLeadsAfter = (
  ctx: OwnerCtx,
  page: { cursor: Cursor | null; limit: number; which?: SQL },
): Promise<LeadRow[]> =>
  ctx.db
    .select()
    .from(lead)
    .where(
      and(
        ownedBy(ctx),
        page.which,
        page.cursor
          ? sql`(${lead.createdAt}, ${lead.id}) < (${page.cursor.at}::timestamptz, ${page.cursor.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(lead.createdAt), desc(lead.id))
    .limit(page.limit + 1);

/** What the acting patient has sent before a request. */
export interface Standing {
  /** The request itself is there already. */
  readonly known: boolean;
  /** One for the same thing is not over. */
  readonly openForTheSame: boolean;
  /** How many in the last day. */
  readonly sentToday: number;
}

/** Read at once, before the request is stored. */
export async function standingOf(
  ctx: OwnerCtx,
  leadId: string,
  { subTreatment, bodyArea }: Pick<LeadRow, 'subTreatment' | 'bodyArea'>,
): Promise<Standing> {
  const same = and(
    eq(lead.subTreatment, subTreatment),
    eq(lead.bodyArea, bodyArea),
    inArray(lead.status, ['pending', 'reviewed', 'offers_received']),
  );
  const [row] = await ctx.db
    .select({
      known: sql<boolean>`coalesce(bool_or(${lead.id} = ${leadId}), false)`,
      openForTheSame: sql<boolean>`coalesce(bool_or(${same}), false)`,
      sentToday: sql<number>`(count(*) filter (where ${lead.createdAt} > ${sqlNow} - interval '1 day'))::int`,
    })
    .from(lead)
    .where(ownedBy(ctx));
  return row!;
}

interface ActivityRow {
  readonly leadId: string;
  readonly patientId: string;
  readonly kind: ActivityKind;
  /** Now where it is left out. */
  readonly at?: Date;
}

const activityRows: RowKind<ActivityRow> = {
  name: 'lead_activities',
  write: (param) => `
  lead_activities as (
    insert into leads.activity (lead_id, patient_id, kind, at)
    select "leadId", "patientId", kind, coalesce(at, platform.now()) from jsonb_to_recordset(${param}::jsonb)
      as t(n int, "leadId" uuid, "patientId" uuid, kind text, at timestamptz) order by n
    returning 1)`,
};

/** Tells the owner's list of activities, as part of the event. */
export const addActivity = (ctx: TxCtx, row: ActivityRow): Promise<void> =>
  tell(ctx, activityRows, row);
