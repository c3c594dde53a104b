import { and, desc, eq, sql } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import { instantsOf } from '#platform/base/fields';
import type { CtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import type { Page, RequestOf } from '#platform/lists/list';
import {
  choose,
  chooseIds,
  findPage,
  idIn,
  type Listing,
  type Narrowing,
} from '#platform/lists/list-page';
import { apartBy } from './compare';
import { isLiveRow, type Offer, selectOffers } from './queries.server';
import type { OfferDetailRecord, offerList, OfferRecord } from './staff-schemas';
import { offer, revision } from './tables.server';

type Request = RequestOf<typeof offerList>;

/** A record but for what other modules know. */
type Own<R> = Omit<R, 'clinicName'>;
export type ListedOffer = Own<OfferRecord>;
type OfferDetail = Own<OfferDetailRecord>;

const listing: Listing<Request['sort']['field']> = {
  table: offer,
  id: offer.id,
  own: offer.createdAt,
  columns: { createdAt: offer.createdAt, status: offer.status },
  partitions: [
    { column: offer.leadId, chosen: 'few' },
    { column: offer.patientId, chosen: 'few' },
    { column: offer.clinicId, within: [offer.status], chosen: 'many' },
    { column: offer.status },
  ],
};

const narrowing = ({
  filter: { id, leadId, clinicId, patientId, status, q },
}: Request): Narrowing => ({
  choices: [
    chooseIds(offer.id, id),
    chooseIds(offer.leadId, leadId),
    chooseIds(offer.clinicId, clinicId),
    chooseIds(offer.patientId, patientId),
    choose(offer.status, status),
  ],
  either: idIn([offer.id, offer.leadId, offer.clinicId, offer.patientId], q),
});

/** A page of all offers as staff see them: nothing that clinic and patient say to each other. */
export async function listOffersForStaff(
  ctx: CtxOf<'staff'>,
  request: Request,
): Promise<Page<ListedOffer>> {
  const page = findPage(listing, request, narrowing(request));
  const rows = await selectOffers(ctx).innerJoin(page.keys, page.isOn).orderBy(page.order);
  return page.answer(ctx, rows.map(toListed));
}

/**
 * One offer as it stands, without what clinic and patient say to each other.
 *
 * @throws AppError `not_found`
 */
export const offerForStaff = async (ctx: CtxOf<'staff'>, id: string): Promise<OfferDetail> =>
  wordless(await readWhole(ctx, id));

/**
 * One offer with the clinic's words in it, for a typed reason (security 83). The log says that the glass was broken; the
 * reason lies beside it.
 *
 * @throws AppError `not_found`
 */
export const readOfferWords = (
  ctx: CtxOf<'staff'>,
  { offerId, reason }: { offerId: string; reason: string },
): Promise<OfferDetail> =>
  withTransaction(ctx, async (tx) => {
    const found = await readWhole(tx, offerId);
    await audit(tx, {
      action: 'offers.words-read',
      object: { type: 'offer', id: found.id },
      details: { status: found.status, breakGlass: true },
      reason,
    });
    return found;
  });

/** How often the offers of one clinic counted most or least where the plans for one request lay apart. */
export interface StandsApart {
  readonly clinicId: string;
  /** Requests in which it stood at either end. */
  readonly requests: number;
  readonly highest: number;
  readonly lowest: number;
}

/** What is looked at: so many of the latest offers that count something. */
const latestCounted = 1_000;
/** Fewer say more about chance than about a clinic. */
const oftenApart = 5;

/**
 * Clinics whose plans stood at one end again and again, the most frequent first, at most five. It says that numbers lie
 * apart and not who is right.
 */
export async function clinicsApart(ctx: CtxOf<'staff'>): Promise<StandsApart[]> {
  const { rows } = await ctx.readDb.execute<StandsApart & Record<string, unknown>>(sql`
    with latest as (
      select o.lead_id, o.clinic_id, r.items
      from offers.revision r
      join offers.offer o on o.id = r.offer_id and o.revision = r.revision
      where jsonb_path_exists(r.items, '$[*].quantity') and o.status <> 'withdrawn'
      order by r.at desc limit ${latestCounted}),
    counted as (
      select lead_id, clinic_id, i ->> 'key' as line, i ->> 'unit' as unit, (i ->> 'quantity')::int as quantity
      from latest cross join lateral jsonb_array_elements(items) i where i ? 'quantity'),
    apart as (
      select lead_id, line, unit, min(quantity) as least, max(quantity) as most
      from counted group by 1, 2, 3 having max(quantity) >= ${apartBy}::numeric * min(quantity))
    select c.clinic_id as "clinicId", count(distinct lead_id)::int as requests,
      (count(distinct lead_id) filter (where quantity = most))::int as highest,
      (count(distinct lead_id) filter (where quantity = least))::int as lowest
    from counted c join apart using (lead_id, line, unit)
    where quantity in (least, most)
    group by c.clinic_id having count(distinct lead_id) >= ${oftenApart}
    order by requests desc, c.clinic_id limit 5`);
  return rows;
}

/** How many live offers a clinic has: what it loses when it is shut out. */
export async function countLiveOffersOf(
  ctx: CtxOf<'staff'>,
  { clinicId }: { clinicId: string },
): Promise<number> {
  const [row] = await ctx.db
    .select({ n: sql<number>`count(*)::int` })
    .from(offer)
    .where(and(eq(offer.clinicId, clinicId), isLiveRow));
  return row!.n;
}

async function readWhole(ctx: CtxOf<'staff'>, id: string): Promise<OfferDetail> {
  const [found] = isId(id) ? await selectOffers(ctx).where(eq(offer.id, id)) : [];
  if (!found) throw new AppError('not_found');
  const revisions = await ctx.db
    .select()
    .from(revision)
    .where(eq(revision.offerId, found.id))
    .orderBy(desc(revision.revision))
    .limit(mostRevisions);
  return {
    ...toListed(found),
    revisions: revisions.map(
      ({ at, offerId: _o, memberId: _m, items: _i, attachments: _a, ...said }) => ({
        ...said,
        at: at.toISOString(),
        assumptions: said.assumptions ?? [],
      }),
    ),
  };
}

/** The newest; nobody reads on. */
const mostRevisions = 50;

const wordless = (found: OfferDetail): OfferDetail => ({
  ...found,
  revisions: found.revisions.map((said) => ({
    ...said,
    ...{ message: null, availability: null, assumptions: null },
  })),
});

const toListed = (row: Offer): ListedOffer => ({
  id: row.id,
  leadId: row.leadId,
  clinicId: row.clinicId,
  patientId: row.patientId,
  amountCents: row.content.amountCents,
  currency: row.content.currency,
  status: row.status,
  revision: row.revision,
  ...instantsOf(row, ['createdAt', 'expiresAt', 'endedAt']),
  declinedBecause: row.declinedBecause,
  declineReason: row.declineReason,
  withdrawnBy: row.withdrawnBy,
  allowedEvents: ['read-words'],
});
