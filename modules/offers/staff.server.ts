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
import { isLiveRow, type Offer, selectOffers } from './queries.server';
import type { OfferDetailRecord, offerList, OfferRecord } from './schemas';
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
    revisions: revisions.map(({ at, offerId: _o, items: _i, attachments: _a, ...said }) => ({
      ...said,
      at: at.toISOString(),
      assumptions: said.assumptions ?? [],
    })),
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
