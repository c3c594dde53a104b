import { asc, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { transaction, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { allowedEventsOf } from '#platform/flow';
import { isId } from '#platform/ids';
import { leadFlow } from '../lead.flow.server';
import type { LeadRow } from '../repo.server';
import type { LeadDetailRecord } from '../console-records';
import { activity, lead } from '../tables.server';
import { toLeadRecord } from './to-record';

type Staff = Ctx<ActorOf<'staff'>>;

/**
 * One request as it stands, without what only its patient and matching clinics read.
 *
 * @throws AppError `not_found`
 */
export const leadForStaff = async (ctx: Staff, id: string): Promise<LeadDetailRecord> =>
  toDetail(ctx, await findLead(ctx, id));

/**
 * One request for somebody who looks at it: while it waits for screening with notes, medical facts and photos,
 * which is logged before it is answered.
 *
 * @throws AppError `not_found`
 */
export async function readLeadForStaff(ctx: Staff, id: string): Promise<LeadDetailRecord> {
  const row = await findLead(ctx, id);
  const record = await toDetail(ctx, row);
  if (row.status !== 'pending') return record;
  const facts = { status: row.status };
  await audit(ctx, { action: 'leads.notes-read', object: { type: 'lead', id: row.id }, facts });
  return withNotes(row, record);
}

/**
 * The notes of a request outside its screening, for a typed reason (security 83). The log says that the glass
 * was broken; the reason lies beside it.
 *
 * @throws AppError `not_found`
 */
export function readNotes(
  ctx: Staff,
  { leadId, reason }: { leadId: string; reason: string },
): Promise<LeadDetailRecord> {
  return transaction(ctx, async (tx) => {
    const row = await findLead(tx, leadId);
    const facts = { status: row.status, breakGlass: true };
    await audit(tx, {
      action: 'leads.notes-read',
      object: { type: 'lead', id: row.id },
      facts,
      reason,
    });
    return withNotes(row, await toDetail(tx, row));
  });
}

async function findLead(ctx: Staff, id: string): Promise<LeadRow> {
  const [row] = isId(id) ? await ctx.db.select().from(lead).where(eq(lead.id, id)) : [];
  if (!row) throw new AppError('not_found');
  return row;
}

async function toDetail(ctx: Staff, row: LeadRow): Promise<LeadDetailRecord> {
  const allowed = await allowedEventsOf(ctx, leadFlow, [row.id]);
  const happened = await ctx.db
    .select({ id: activity.id, kind: activity.kind, at: activity.at })
    .from(activity)
    .where(eq(activity.leadId, row.id))
    .orderBy(asc(activity.id));
  return {
    ...toLeadRecord(row, allowed.get(row.id) ?? []),
    description: null,
    patientInfo: null,
    photos: null,
    cancelReason: row.cancelReason,
    history: happened.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
  };
}

const withNotes = (row: LeadRow, record: LeadDetailRecord): LeadDetailRecord => ({
  ...record,
  description: row.description,
  patientInfo: row.patientInfo,
  photos: row.photos,
});
