import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import { tell, type RowKind } from '#platform/journal';
import type { LeadCursor } from './cursor';
import type { ActivityKind, LeadStatus } from './status';
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

export async function findOwnLead(ctx: OwnerCtx, id: string): Promise<LeadRow | null> {
  const [row] = await ctx.db
    .select()
    .from(lead)
    .where(and(eq(lead.id, id), ownedBy(ctx)));
  return row ?? null;
}

/** Newest first, after `cursor`; one more than `limit` when there are more. */
export const ownLeadsAfter = (
  ctx: OwnerCtx,
  page: { cursor: LeadCursor | null; limit: number; statuses?: readonly LeadStatus[] },
): Promise<LeadRow[]> =>
  ctx.db
    .select()
    .from(lead)
    .where(
      and(
        ownedBy(ctx),
        page.statuses ? inArray(lead.status, [...page.statuses]) : undefined,
        page.cursor
          ? sql`(${lead.createdAt}, ${lead.id}) < (${page.cursor.at}::timestamptz, ${page.cursor.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(lead.createdAt), desc(lead.id))
    .limit(page.limit + 1);

/** How many requests the patient sent in the last day, this one not counted. */
export async function sentToday(ctx: OwnerCtx): Promise<number> {
  const [row] = await ctx.db
    .select({ n: sql<number>`count(*)::int` })
    .from(lead)
    .where(and(ownedBy(ctx), sql`${lead.createdAt} > ${sqlNow} - interval '1 day'`));
  return row?.n ?? 0;
}

/** Whether the patient has a request for the same thing that is not over. */
export async function hasOpenRequest(
  ctx: OwnerCtx,
  { subTreatment, bodyArea }: Pick<LeadRow, 'subTreatment' | 'bodyArea'>,
): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: lead.id })
    .from(lead)
    .where(
      and(
        ownedBy(ctx),
        eq(lead.subTreatment, subTreatment),
        eq(lead.bodyArea, bodyArea),
        inArray(lead.status, ['pending', 'reviewed', 'offers_received']),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

interface ActivityRow {
  readonly leadId: string;
  readonly patientId: string;
  readonly kind: ActivityKind;
  readonly at: Date;
}

const activityRows: RowKind<ActivityRow> = {
  name: 'lead_activities',
  write: (param) => `
  lead_activities as (
    insert into leads.activity (lead_id, patient_id, kind, at)
    select "leadId", "patientId", kind, at from jsonb_to_recordset(${param}::jsonb)
      as t(n int, "leadId" uuid, "patientId" uuid, kind text, at timestamptz) order by n
    returning 1)`,
};

/** Tells the owner's list of activities; the flow's projection only. */
export const addActivity = (ctx: TxCtx, row: ActivityRow): Promise<void> =>
  tell(ctx, activityRows, row);
