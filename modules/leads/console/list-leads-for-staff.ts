import { and, arrayContains, getTableColumns, isNotNull, isNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { allowedEventsOf } from '#platform/flow';
import { isId } from '#platform/ids';
import type { Page, RequestOf } from '#platform/list';
import { choose, chooseIds, findPage, type Listing, type Narrowing } from '#platform/list-page';
import { leadFlow } from '../lead.flow.server';
import type { leadList } from '../console-lists';
import type { LeadRecord } from '../console-records';
import { isFlagged, lead } from '../tables.server';
import { toLeadRecord } from './to-record';

type Request = RequestOf<typeof leadList>;

const { createdAt, status, treatment, subTreatment, offersCount, publishedAt, expiresAt } = lead;

const listing: Listing<Request['sort']['field']> = {
  table: lead,
  id: lead.id,
  own: createdAt,
  columns: { createdAt, status, treatment, offersCount, publishedAt, expiresAt },
  lanes: [
    { column: lead.patientId, chosen: 'few' },
    { column: status, sorts: [offersCount, publishedAt, expiresAt] },
    { column: treatment, within: status },
    { column: subTreatment },
  ],
};

const narrowing = ({
  filter: { id, patientId, queue, finding, q, ...filter },
}: Request): Narrowing => ({
  choices: [
    chooseIds(lead.id, id),
    chooseIds(lead.patientId, patientId === undefined ? undefined : [patientId]),
    choose(status, filter.status),
    choose(status, queue && ['pending']),
    choose(treatment, filter.treatment),
    q && !isId(q) ? { column: subTreatment, words: q } : undefined,
  ],
  either:
    q && isId(q)
      ? [
          { column: lead.id, values: [q] },
          { column: lead.patientId, values: [q] },
        ]
      : undefined,
  where: and(
    finding && and(arrayContains(lead.findings, [finding]), isFlagged),
    queue && (queue === 'held' ? isNull : isNotNull)(lead.screeningEndsAt),
  ),
});

/** A page of all requests as staff see them: nothing in the patient's own words. */
export async function listLeadsForStaff(
  ctx: Ctx<ActorOf<'staff'>>,
  request: Request,
): Promise<Page<LeadRecord>> {
  const page = findPage(listing, request, narrowing(request));
  const rows = await ctx.db
    .select(getTableColumns(lead))
    .from(lead)
    .innerJoin(page.keys, page.isOn)
    .orderBy(page.order);
  const ids = rows.map(({ id }) => id);
  const allowed = await allowedEventsOf(ctx, leadFlow, ids);
  return page.answer(
    ctx,
    rows.map((row) => toLeadRecord(row, allowed.get(row.id) ?? [])),
  );
}
