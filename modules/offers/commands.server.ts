import type { ActorOf, Side } from '#platform/base/actor';
import { and, count, eq, gt, lt, lte, not, sql, type SQL } from 'drizzle-orm';
import type { SubTreatment } from '#contracts/consultation';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, CtxOf, TxCtx, TxCtxOf } from '#platform/context';
import { type Duration, hours, inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { pipeline } from '#platform/base/pipeline';
import {
  defineClockJob,
  type JobHandler,
  publish,
  sendIfAccepted,
  startMachine,
  withTransaction,
} from '#engine';
import type { FormTurn } from '#platform/text/form-turn';
import { isId, newId } from '#platform/base/ids';
import { deleteInSteps } from '#platform/privacy/person-data';
import { requireRateLimit } from '#platform/limits/rate-limit';
import { readSetting } from '#platform/settings/settings';
import type { OfferEvent } from './offer.machine';
import { offerFlow } from './projection.server';
import {
  isLiveRow,
  liveIdsOf,
  notePlaces,
  type Offer,
  ownOffer,
  whyClosed,
} from './queries.server';
import { itemsOf, offerBudgets, offerValidity } from './rules';
import {
  mostReusable,
  offerClockEvents,
  type OfferFields,
  type Reusable,
  reusableFields,
  type ReusableFields,
  typedOffer,
  type TypedOffer,
} from './schemas';
import { announcedEnd, formDraft, offer, readingEnd, reusable, revision } from './tables.server';
import { type Currency, type DeclineReason, lastHours } from './values';

/** What an offer says, ready to be stored. */
interface SentOffer {
  readonly fields: OfferFields;
  /** Of the request; decides which lines there are. */
  readonly subTreatment: SubTreatment;
  /** Where the fields name none. */
  readonly currency: Currency;
}

/** Lets the acting clinic send an offer, against its budget per hour. @throws AppError `too_many_requests` */
export async function precheckOffer(ctx: TxCtxOf<'clinic'>): Promise<void> {
  const { perHour: limit } = await readSetting(ctx, offerBudgets);
  const rule = { name: 'offers.sent-per-hour', limit, window: hours(1) };
  await requireRateLimit(ctx, rule, ctx.actor.id);
}

/**
 * Stores the acting clinic's offer for a request and starts its clock, within the caller's transaction. The caller holds
 * the request's lock and has found it open, and that this clinic may offer.
 *
 * @throws AppError `offer_exists`, `offers_full`; `validation_failed` for a line that the treatment does not have
 */
export async function sendOffer(
  ctx: TxCtxOf<'clinic'>,
  {
    offerId,
    lead,
    cap,
    kept,
    ...said
  }: {
    offerId: string;
    lead: { id: string; patientId: string };
    cap: number;
    /** Places that are kept for other clinics. */
    kept: number;
  } & SentOffer,
): Promise<void> {
  const slot = await freeSlot(ctx, lead.id, { cap, kept });
  const validity = await readSetting(ctx, offerValidity);
  const stored = ctx.db.insert(offer).values({
    id: offerId,
    leadId: lead.id,
    patientId: lead.patientId,
    clinicId: ctx.actor.id,
    createdAt: sqlNow,
    status: 'pending',
    slot,
    revision: 1,
    // The flow's projection says until when, in this transaction.
    expiresAt: sqlNow,
  });
  const input = { leadId: lead.id, patientId: lead.patientId, clinicId: ctx.actor.id, validity };
  await pipeline(
    stored.execute(),
    storeRevision(ctx, { offerId, revision: 1, ...said }),
    startMachine(ctx, offerFlow, { id: offerId, root: lead.id, input: { offerId, ...input } }),
  );
}

/** The first place that nobody holds. What holds the cap against whoever is not under the lock is the index of places. */
async function freeSlot(
  ctx: TxCtxOf<'clinic'>,
  leadId: string,
  { cap, kept }: { cap: number; kept: number },
): Promise<number> {
  const live = await ctx.db
    .select({ slot: offer.slot, clinicId: offer.clinicId })
    .from(offer)
    .where(and(eq(offer.leadId, leadId), isLiveRow));
  if (live.some(({ clinicId }) => clinicId === ctx.actor.id)) throw new AppError('offer_exists');
  const taken = new Set(live.map(({ slot }) => slot));
  const free = Array.from({ length: cap }, (_, n) => n + 1).find((slot) => !taken.has(slot));
  if (free === undefined || live.length >= cap - kept) throw new AppError('offers_full');
  return free;
}

async function storeRevision(
  ctx: TxCtxOf<'clinic'>,
  { fields, subTreatment, currency, ...which }: { offerId: string; revision: number } & SentOffer,
): Promise<void> {
  await ctx.db.insert(revision).values({
    ...which,
    ...fields,
    currency: fields.currency ?? currency,
    items: itemsOf(subTreatment, fields.items),
    memberId: ctx.actor.member.id,
    at: sqlNow,
  });
}

/**
 * The acting clinic says something else in its live offer; what it said before is kept, and its validity begins anew.
 * Within the caller's transaction. The currency stays where the fields name none.
 *
 * @throws AppError `already_decided`, `offer_expired`; `validation_failed` for a line that the treatment does not have
 */
export async function reviseOffer(
  ctx: TxCtxOf<'clinic'>,
  offer: Pick<Offer, 'id' | 'content'>,
  { fields, subTreatment }: { fields: OfferFields; subTreatment: SubTreatment },
): Promise<void> {
  const { id } = offer;
  const revised = await sendIfAccepted(ctx, offerFlow, { id, event: { type: 'offers.revise' } });
  if (!revised) throw await whyClosed(ctx, id);
  await storeRevision(ctx, {
    offerId: id,
    revision: revised.context.revision,
    fields,
    subTreatment,
    currency: offer.content.currency,
  });
}

/**
 * The acting patient has written to the clinic: the offer is being talked about from now on. Within the caller's
 * transaction; more words, and words about an offer that is over, change nothing.
 *
 * @throws AppError `not_found`
 *
 * @public Conversations call it with the patient's first message.
 */
export async function answerOffer(
  ctx: TxCtxOf<'patient'>,
  { offerId }: { offerId: string },
): Promise<void> {
  const { id, status } = await ownOffer(ctx, offerId);
  if (status === 'pending')
    await sendIfAccepted(ctx, offerFlow, { id, event: { type: 'offers.answer' } });
}

/** Whether a clinic may be chosen now; keeps it so until the transaction ends. */
type MayBeChosen = (ctx: TxCtx, of: { clinicId: string }) => Promise<boolean>;
type Part = (ctx: TxCtx, offer: Offer) => Promise<void>;

/**
 * The acting patient chooses an offer. What follows (its seal, the end of the request and of the other offers) is part
 * of it. `mayBeChosen` is asked of the offer's clinic before the request is locked, and holds until the transaction ends.
 *
 * @throws AppError `not_found`, `offer_expired`, `already_decided`, also of a clinic that may not be chosen
 */
export const acceptOffer = (
  ctx: CtxOf<'patient'>,
  { offerId, mayBeChosen }: { offerId: string; mayBeChosen: MayBeChosen },
): Promise<Offer> =>
  end(
    ctx,
    offerId,
    { type: 'offers.accept' },
    {
      first: async (tx, { clinicId }) => {
        if (!(await mayBeChosen(tx, { clinicId }))) throw await whyClosed(tx, offerId);
      },
    },
  );

/**
 * The acting patient says no to one offer, with a reason in one tap or without. Its clinic learns the reason, and where
 * its price lay among the live ones.
 *
 * @throws AppError `not_found`, `offer_expired`, `already_decided`
 */
export const declineOffer = (
  ctx: CtxOf<'patient'>,
  { offerId, reason }: { offerId: string; reason: DeclineReason | null },
): Promise<Offer> =>
  end(
    ctx,
    offerId,
    { type: 'offers.decline', because: 'patient', reason },
    { then: (tx, { leadId }) => notePlaces(tx, { leadId, declined: offerId }) },
  );

/** The acting clinic takes its offer back. @throws AppError `not_found`, `offer_expired`, `already_decided` */
export const withdrawOffer = (
  ctx: CtxOf<'clinic'>,
  { offerId }: { offerId: string },
): Promise<Offer> => end(ctx, offerId, { type: 'offers.withdraw', by: 'clinic' });

function end<A extends ActorOf<Side>>(
  ctx: Ctx<A>,
  offerId: string,
  event: OfferEvent,
  { first, then }: { first?: Part; then?: Part } = {},
): Promise<Offer> {
  return withTransaction(ctx as CtxOf<Side>, async (tx) => {
    const found = await ownOffer(tx, offerId);
    const { id } = found;
    await first?.(tx, found);
    if (!(await sendIfAccepted(tx, offerFlow, { id, event }))) throw await whyClosed(tx, id);
    await then?.(tx, found);
    const [now] = await tx.db.select().from(offer).where(eq(offer.id, id));
    return { ...now!, isClosed: found.isClosed, content: found.content };
  });
}

/** What ends offers besides themselves; each is part of another event and holds the locks of the requests concerned. */

/** One offer was chosen: each other live one learns where its price lay, and is declined. */
export async function declineNotChosen(ctx: TxCtx, { leadId }: { leadId: string }): Promise<void> {
  const ids = await liveIdsOf(ctx, leadId);
  if (ids.length === 0) return;
  await notePlaces(ctx, { leadId });
  await declineAll(ctx, ids, 'not-chosen');
}

/** A request ended without a choice. */
export async function declineWithRequest(
  ctx: TxCtx,
  { leadId }: { leadId: string },
): Promise<void> {
  await declineAll(ctx, await liveIdsOf(ctx, leadId), 'request-ended');
}

async function declineAll(
  ctx: TxCtx,
  ids: readonly string[],
  because: 'not-chosen' | 'request-ended',
): Promise<void> {
  const event = { type: 'offers.decline', because, reason: null } as const;
  for (const id of ids) await sendIfAccepted(ctx, offerFlow, { id, event });
}

/** A clinic is shut out, or leaves. Those that ended meanwhile stay as they are. */
export async function withdrawOffers(
  ctx: TxCtx,
  { offerIds, by }: { offerIds: readonly string[]; by: 'suspension' | 'clinic' },
): Promise<void> {
  const event = { type: 'offers.withdraw', by } as const;
  for (const id of offerIds) await sendIfAccepted(ctx, offerFlow, { id, event });
}

/** The clinic of an offer reads what the patient gave for `length` more, or shorter where an earlier end is set. */
export const endReading = (
  ctx: TxCtx,
  { offerId, length }: { offerId: string; length: Duration },
): Promise<void> => endOf(ctx, eq(offer.id, offerId), length);

/** As {@link endReading}, for all offers that a patient got so far, in whatever state; those of later requests are open. */
export const endReadingOf = (
  ctx: TxCtx,
  { patientId, length }: { patientId: string; length: Duration },
): Promise<void> => endOf(ctx, eq(offer.patientId, patientId), length);

async function endOf(ctx: TxCtx, which: SQL, length: Duration): Promise<void> {
  await ctx.db.execute(sql`
    insert into ${readingEnd} as e (offer_id, until)
    select id, ${sqlNow} + make_interval(secs => ${inSeconds(length)}) from ${offer} where ${which} order by id
    on conflict (offer_id) do update set until = least(e.until, excluded.until)`);
}

const own = (ctx: CtxOf<'clinic'>, leadId: string) =>
  and(eq(formDraft.clinicId, ctx.actor.id), eq(formDraft.leadId, leadId));

/**
 * Keeps what the acting clinic has typed of an offer so far, in place of what was kept before; not when the same form has
 * sent something later that arrived first. Whether the clinic sees the request is the caller's to ask.
 */
export async function keepOfferDraft(
  ctx: CtxOf<'clinic'>,
  { leadId, fields, turn }: { leadId: string; fields: TypedOffer; turn: FormTurn | null },
): Promise<void> {
  const row = { fields, writer: turn?.writer ?? null, turn: turn?.turn ?? 0, savedAt: sqlNow };
  await ctx.db
    .insert(formDraft)
    .values({ clinicId: ctx.actor.id, leadId, ...row })
    .onConflictDoUpdate({
      target: [formDraft.clinicId, formDraft.leadId],
      set: row,
      setWhere: sql`${formDraft.writer} is distinct from excluded.writer
        or excluded.writer is null or ${formDraft.turn} < excluded.turn`,
    });
}

/** What the acting clinic has typed of an offer for a request; null where it began none. */
export async function readOfferDraft(
  ctx: CtxOf<'clinic'>,
  { leadId }: { leadId: string },
): Promise<TypedOffer | null> {
  const [row] = await ctx.db
    .select({ fields: formDraft.fields })
    .from(formDraft)
    .where(own(ctx, leadId));
  return row ? typedOffer.parse(row.fields) : null;
}

/** The offer is sent, or given up. */
export async function dropOfferDraft(
  ctx: CtxOf<'clinic'>,
  { leadId }: { leadId: string },
): Promise<void> {
  await ctx.db.delete(formDraft).where(own(ctx, leadId));
}

const lastCall = sql`make_interval(hours => ${sql.raw(String(lastHours))})`;
const isEnding = and(
  isLiveRow,
  gt(offer.expiresAt, sqlNow),
  lte(offer.expiresAt, sql`platform.now() + ${lastCall}`),
)!;

/** Offers at a time, each in a transaction of its own. */
const mostEnding = 500;

/**
 * Announces offers that end within {@link lastHours} and wait for an answer, each end once, whichever worker comes first.
 * Those that were valid for a short time only have said so themselves. Returns how many were announced.
 */
export async function announceEnds(ctx: Ctx): Promise<number> {
  const { id, leadId, patientId, clinicId, expiresAt, createdAt } = offer;
  const isAnnounced = sql`exists (select from ${announcedEnd} where ${announcedEnd.offerId} = ${id}
    and ${announcedEnd.expiresAt} = ${expiresAt})`;
  const ending = await ctx.db
    .select({ offerId: id, leadId, patientId, clinicId })
    .from(offer)
    .where(and(isEnding, lt(createdAt, sql`${expiresAt} - 2 * ${lastCall}`), not(isAnnounced)))
    .orderBy(expiresAt)
    .limit(mostEnding);
  let announced = 0;
  for (const one of ending) announced += await withTransaction(ctx, (tx) => announceEnd(tx, one));
  return announced;
}

/** One of several workers announces it; of an offer that is over or revised by now there is nothing to say. */
async function announceEnd(
  ctx: TxCtx,
  which: Pick<typeof offer.$inferSelect, 'leadId' | 'patientId' | 'clinicId'> & { offerId: string },
): Promise<number> {
  const { rows } = await ctx.db.execute(sql`
    insert into ${announcedEnd} as known (offer_id, expires_at)
    select ${offer.id}, ${offer.expiresAt} from ${offer} where ${eq(offer.id, which.offerId)} and ${isEnding}
    on conflict (offer_id) do update set expires_at = excluded.expires_at
      where known.expires_at <> excluded.expires_at
    returning offer_id`);
  if (rows.length === 0) return 0;
  await publish(ctx, offerClockEvents['offers.ending'], which);
  return 1;
}

/** Sent by the clock every five minutes. */
export const announceEndsJob = defineClockJob('offers.announce-ends');

export const announceEndsHandler: JobHandler<typeof announceEndsJob.payload> = async (ctx) => {
  const announced = await announceEnds(ctx);
  if (announced > 0) ctx.log.info({ announced }, 'offers.announced-ends');
};

/** Forgets what no clinic came back to for a month, some at a time; returns how much that was. */
export const forgetOfferDrafts = (ctx: Ctx): Promise<number> =>
  deleteInSteps(ctx, formDraft, lt(formDraft.savedAt, sql`platform.now() - interval '30 days'`));

const { id, subTreatment, name, fields } = reusable;

const ownedBy = (ctx: CtxOf<'clinic'>, which: string) =>
  and(eq(id, which), eq(reusable.clinicId, ctx.actor.id));

/** The answers that the acting clinic keeps, by treatment and name; of one treatment only where one is named. */
export async function reusableOffers(
  ctx: CtxOf<'clinic'>,
  { of }: { of?: SubTreatment } = {},
): Promise<Reusable[]> {
  const rows = await ctx.db
    .select({ id, subTreatment, name, fields })
    .from(reusable)
    .where(and(eq(reusable.clinicId, ctx.actor.id), of ? eq(subTreatment, of) : undefined))
    .orderBy(subTreatment, sql`lower(${name})`)
    .limit(mostReusable);
  return rows.map((row) => ({ ...row, fields: reusableFields.parse(row.fields) }));
}

interface Wish {
  readonly subTreatment: SubTreatment;
  readonly name: string;
  readonly fields: ReusableFields;
}

/**
 * Keeps an answer of the acting clinic for a treatment, a new one or the one that is named by its id.
 *
 * @throws AppError `not_found`; `reusable_exists` where another one has that name, `too_many_reusable`
 */
export const keepReusable = (
  ctx: CtxOf<'clinic'>,
  { id: which, ...wish }: Wish & { id?: string },
): Promise<string> =>
  withTransaction(ctx, async (tx) => {
    const clinicId = ctx.actor.id;
    // One after the other, so that nobody keeps more than there may be.
    await tx.db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('offers.reusable:' || ${clinicId}, 0))`,
    );
    const [namesake] = await tx.db
      .select({ id })
      .from(reusable)
      .where(
        and(
          eq(reusable.clinicId, clinicId),
          eq(subTreatment, wish.subTreatment),
          sql`lower(${name}) = lower(${wish.name})`,
        ),
      );
    if (namesake && namesake.id !== which) throw new AppError('reusable_exists');
    return which === undefined ? add(tx, wish) : change(tx, which, wish);
  });

async function add(ctx: CtxOf<'clinic'>, wish: Wish): Promise<string> {
  const [kept] = await ctx.db
    .select({ n: count() })
    .from(reusable)
    .where(eq(reusable.clinicId, ctx.actor.id));
  if (kept!.n >= mostReusable) throw new AppError('too_many_reusable');
  const row = { ...wish, id: newId(), clinicId: ctx.actor.id };
  await ctx.db.insert(reusable).values({ ...row, createdAt: sqlNow, changedAt: sqlNow });
  return row.id;
}

async function change(ctx: CtxOf<'clinic'>, which: string, wish: Wish): Promise<string> {
  if (!isId(which)) throw new AppError('not_found');
  const changed = await ctx.db
    .update(reusable)
    .set({ ...wish, changedAt: sqlNow })
    .where(ownedBy(ctx, which))
    .returning({ id });
  if (changed.length === 0) throw new AppError('not_found');
  return which;
}

/** Forgets an answer of the acting clinic. Throws `not_found`. */
export async function removeReusable(
  ctx: CtxOf<'clinic'>,
  { id: which }: { id: string },
): Promise<void> {
  const gone = isId(which)
    ? await ctx.db.delete(reusable).where(ownedBy(ctx, which)).returning({ id })
    : [];
  if (gone.length === 0) throw new AppError('not_found');
}
