import {
  and,
  arrayContains,
  eq,
  isNotNull,
  isNull,
  or,
  type AnyColumn,
  type SQL,
} from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { allowedEventsOf } from '#platform/flow';
import { isId } from '#platform/ids';
import type { Page, RequestOf } from '#platform/list';
import { anyOf, countOf, holds, idIn, orderOf } from '#platform/list-query';
import { leadFlow } from '../lead.flow.server';
import type { leadList } from '../staff-lists';
import type { LeadRecord } from '../staff-records';
import { lead } from '../tables.server';
import { toLeadRecord } from './to-record';

type Request = RequestOf<typeof leadList>;

const columns = {
  id: lead.id,
  createdAt: lead.createdAt,
  status: lead.status,
  treatment: lead.treatment,
  offersCount: lead.offersCount,
  publishedAt: lead.publishedAt,
  expiresAt: lead.expiresAt,
} satisfies Record<Request['sort']['field'], AnyColumn>;

const conditions = ({ filter }: Request): SQL | undefined =>
  and(
    idIn(lead.id, filter.id),
    filter.patientId === undefined ? undefined : idIn(lead.patientId, [filter.patientId]),
    anyOf(lead.status, filter.status),
    anyOf(lead.treatment, filter.treatment),
    filter.finding ? arrayContains(lead.findings, [filter.finding]) : undefined,
    filter.queue
      ? and(
          eq(lead.status, 'pending'),
          filter.queue === 'held' ? isNull(lead.screeningEndsAt) : isNotNull(lead.screeningEndsAt),
        )
      : undefined,
    words(filter.q),
  );

const words = (q: string | undefined): SQL | undefined =>
  q && isId(q) ? or(eq(lead.id, q), eq(lead.patientId, q)) : holds([lead.subTreatment], q);

/** A page of all requests as staff see them: nothing in the patient's own words. */
export async function listLeadsForStaff(
  ctx: Ctx<ActorOf<'staff'>>,
  request: Request,
): Promise<Page<LeadRecord>> {
  const where = conditions(request);
  const rows = await ctx.db
    .select()
    .from(lead)
    .where(where)
    .orderBy(...orderOf(columns, lead.id, request.sort))
    .limit(request.limit)
    .offset(request.offset);
  const ids = rows.map(({ id }) => id);
  const allowed = await allowedEventsOf(ctx, leadFlow, ids);
  return {
    rows: rows.map((row) => toLeadRecord(row, allowed.get(row.id) ?? [])),
    total: await countOf(ctx, lead, where),
  };
}
