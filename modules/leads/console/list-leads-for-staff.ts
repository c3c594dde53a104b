import { and, getTableColumns, isNotNull, isNull } from 'drizzle-orm';
import { categories, subTreatmentsOf } from '#contracts/consultation';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { allowedEventsOf } from '#platform/flow';
import { isId } from '#platform/ids';
import type { Page, RequestOf } from '#platform/list';
import {
  choose,
  chooseIds,
  findPage,
  type Choice,
  type Listing,
  type Narrowing,
} from '#platform/list-page';
import { leadFlow } from '../lead.flow.server';
import { staffFactNames, type leadList } from '../console-lists';
import type { LeadRecord } from '../console-records';
import { hasFinding, lead } from '../tables.server';
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
    { column: subTreatment },
    ...staffFactNames.map((fact) => ({ column: lead[fact], within: [status] })),
  ],
};

/**
 * Sub-treatments that hold the words. Where treatments are what is read one by one, those that have none of them are not
 * looked through.
 */
function named(words: string, sort: Request['sort']['field']): Choice[] {
  const holds = (name: string) => name.toLowerCase().includes(words.toLowerCase());
  const names = categories.flatMap((one) => subTreatmentsOf[one].filter(holds));
  const among = { column: subTreatment, values: names };
  if (sort !== 'treatment') return [among];
  return [
    among,
    { column: treatment, values: categories.filter((one) => subTreatmentsOf[one].some(holds)) },
  ];
}

const narrowing = ({
  filter: { id, patientId, queue, finding, q, ...filter },
  sort,
}: Request): Narrowing => ({
  choices: [
    chooseIds(lead.id, id),
    chooseIds(lead.patientId, patientId === undefined ? undefined : [patientId]),
    choose(status, filter.status),
    choose(status, queue && ['pending']),
    ...staffFactNames.map((fact) => choose(lead[fact], filter[fact])),
    ...(q && !isId(q) ? named(q, sort.field) : []),
  ],
  either:
    q && isId(q)
      ? [
          { column: lead.id, values: [q] },
          { column: lead.patientId, values: [q] },
        ]
      : undefined,
  where: and(
    finding && hasFinding(finding),
    queue && (queue === 'held' ? isNull : isNotNull)(lead.screeningEndsAt),
    queue && isNull(lead.sentBackAt),
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
