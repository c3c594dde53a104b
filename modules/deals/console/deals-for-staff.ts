import { eq, getTableColumns, isNotNull, or, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import type { HomeRecord } from '#platform/console-records';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import type { Page, RequestOf } from '#platform/list';
import { choose, chooseIds, findPage, type Listing, type Narrowing } from '#platform/list-page';
import { queueFigures, type Queue } from '#platform/queue-figures';
import type { dealList } from '../console-lists';
import type { DealDetailRecord, DealRecord } from '../console-records';
import { confirmationsOf, teamMessagesOf, timesOf, type DealRow } from '../repo.server';
import { deal } from '../tables.server';

type Staff = Ctx<ActorOf<'staff'>>;
type Request = RequestOf<typeof dealList>;

/** A record but for what other modules know. */
export type ListedDeal = Omit<DealRecord, 'clinicName'>;
export type DealDetail = Omit<DealDetailRecord, 'clinicName'>;

const listing: Listing<Request['sort']['field']> = {
  table: deal,
  id: deal.id,
  own: deal.createdAt,
  columns: { createdAt: deal.createdAt, status: deal.status },
  lanes: [
    { column: deal.offerId, chosen: 'few' },
    { column: deal.patientId, chosen: 'few' },
    { column: deal.clinicId, chosen: 'few' },
    { column: deal.status },
  ],
};

const one = (id: string | undefined): string[] | undefined => (id === undefined ? undefined : [id]);

/** Waits for a person. In the words of the indexes. */
const waits = or(sql`${deal.phase} = 'disputed'`, isNotNull(deal.stillSince))!;

export const dealRows: Queue = { id: 'deals', table: deal, where: waits, first: deal.createdAt };

const narrowing = ({
  filter: { id, status, queue, clinicId, patientId, q },
}: Request): Narrowing => ({
  choices: [
    chooseIds(deal.id, id),
    chooseIds(deal.clinicId, one(clinicId)),
    chooseIds(deal.patientId, one(patientId)),
    choose(deal.status, status),
  ],
  either: q === undefined ? undefined : idsOf(q),
  where: queue && waits,
});

const idsOf = (q: string) =>
  [deal.id, deal.offerId, deal.clinicId, deal.patientId].map((column) => ({
    column,
    values: isId(q) ? [q] : [],
  }));

/** A page of all deals as staff see them: nothing in the words of either side. */
export async function listDealsForStaff(ctx: Staff, request: Request): Promise<Page<ListedDeal>> {
  const page = findPage(listing, request, narrowing(request));
  const rows = await ctx.db
    .select(getTableColumns(deal))
    .from(deal)
    .innerJoin(page.keys, page.isOn)
    .orderBy(page.order);
  return page.answer(
    ctx,
    rows.map((row) => toListed(row)),
  );
}

/**
 * One deal as it stands, with what both sides say happened.
 *
 * @throws AppError `not_found`
 */
export async function dealForStaff(ctx: Staff, id: string): Promise<DealDetail> {
  const [row] = isId(id) ? await ctx.db.select().from(deal).where(eq(deal.id, id)) : [];
  if (!row) throw new AppError('not_found');
  const confirmed = await confirmationsOf(ctx, row.id);
  const times = await timesOf(ctx, row.id);
  const written = await teamMessagesOf(ctx, row.id);
  const listed = toListed(row);
  const uphold = row.phase === 'disputed' && confirmed.length > 0;
  return {
    ...listed,
    allowedEvents: [...listed.allowedEvents, ...(uphold ? ['uphold'] : [])],
    denialReason: row.denialReason,
    cancelReason: row.cancelReason,
    confirmations: confirmed.map(({ dealId: _deal, at, ...said }) => ({
      ...said,
      at: at.toISOString(),
    })),
    times: times.map(({ id: timeId, from, startsAt, status }) => ({
      id: timeId,
      from,
      startsAt: startsAt.toISOString(),
      status,
    })),
    fromTeam: written.map(({ id: messageId, text, createdAt }) => ({
      id: messageId,
      text,
      createdAt: createdAt.toISOString(),
    })),
  };
}

/** As {@link dealForStaff}, for somebody who looks; logged before it is answered. @throws AppError `not_found` */
export async function readDealForStaff(ctx: Staff, id: string): Promise<DealDetail> {
  const found = await dealForStaff(ctx, id);
  const facts = { status: found.status };
  await audit(ctx, { action: 'deals.deal-read', object: { type: 'deal', id }, facts });
  return found;
}

/** Deals that wait for a person, the longest first; nobody was promised a time. */
export async function dealQueue(ctx: Staff): Promise<HomeRecord['queues'][number]> {
  const first = deal.createdAt;
  const figures = await queueFigures(ctx, dealRows);
  const next = await ctx.db
    .select({ id: deal.id, status: deal.status, phase: deal.phase })
    .from(deal)
    .where(waits)
    .orderBy(first, deal.id)
    .limit(5);
  return {
    id: 'deals',
    ...figures,
    next: next.map(({ id, phase }) => ({ id, label: phase, dueAt: null })),
  };
}

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Staff may end what nobody was treated for yet. */
const over: readonly DealRow['phase'][] = ['treated', 'reviewed', 'cancelled'];

const toListed = (row: DealRow): ListedDeal => ({
  id: row.id,
  offerId: row.offerId,
  leadId: row.leadId,
  clinicId: row.clinicId,
  patientId: row.patientId,
  amountCents: row.sealedCents,
  currency: row.sealedCurrency,
  status: row.status,
  phase: row.phase,
  createdAt: row.createdAt.toISOString(),
  scheduledFor: instant(row.scheduledFor),
  stillSince: instant(row.stillSince),
  stillBecause: row.stillBecause,
  deniedAt: instant(row.deniedAt),
  deniedBy: row.deniedBy,
  cancelledAt: instant(row.cancelledAt),
  cancelledBy: row.cancelledBy,
  cancelCode: row.cancelCode,
  allowedEvents: over.includes(row.phase) ? ['write'] : ['write', 'cancel'],
});
