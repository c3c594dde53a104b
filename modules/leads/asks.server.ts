import { isAmong } from '#platform/base/columns.server';
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { maxAsked } from '#contracts/consultation';
import { listingChanged } from '#contracts/exchange';
import { defineMachine, publishLive, send, sendIfAccepted, startMachine } from '#engine';
import type { Change } from '#engine/contract';
import { after, milliseconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { idFromName, isId } from '#platform/base/ids';
import type { Ctx, CtxOf, TxCtx, TxCtxOf } from '#platform/context';
import { readSetting } from '#platform/settings/settings';
import { sqlNow } from '#platform/time/clock';
import { askContext, type AskContext, askMachine } from './ask.machine';
import { mostKept, offerCap, placeWindow } from './rules';
import { askEvents } from './schemas';
import { ask, lead } from './tables.server';
import { type AskState, askStates, leadChanged, type RefusalReason } from './values';

/** A clinic that is asked with a request; its id follows from both, its root is the request. */
export const askFlow = defineMachine({
  name: 'leads.ask',
  version: 1,
  root: 'leads.lead',
  machine: askMachine,
  context: askContext,
  events: askEvents,
  audit: { object: 'ask', events: { 'leads.ask-refuse': { action: 'leads.refuse-ask' } } },
  project: projectAsk,
});

type AskChange = Change<typeof askMachine>;

/** Writes the row of a clinic that is asked, and the word to open pages of both sides. */
export async function projectAsk(
  ctx: TxCtx,
  { id, event, value, context, at }: AskChange,
): Promise<void> {
  const state = askStates.find((one): one is AskState => one === value);
  if (!state) throw new Error(`ask ${id} is in no known state`);
  // What begins is stored as it begins.
  if (event.type === 'flow.started') return;
  const isOver = state === 'answered' || state === 'refused' || state === 'ended';
  const { leadId, patientId, clinicId } = context;
  await ctx.db
    .update(ask)
    .set({
      state,
      keptUntil: state === 'held' ? keptUntil(context) : null,
      refusal: context.refusal,
      endedBecause: context.endedBecause,
      endedAt: isOver ? at : null,
    })
    .where(and(eq(ask.leadId, leadId), eq(ask.id, id)));
  await publishLive(ctx, `patient:${patientId}`, { type: leadChanged, data: { leadId } });
  // The clinic knows of nothing before the request is published.
  if (context.publishedAt === null) return;
  const change = event.type === 'leads.ask-publish' ? 'arrived' : isOver ? 'gone' : 'changed';
  await publishLive(ctx, `clinic:${clinicId}`, { type: listingChanged, data: { leadId, change } });
}

const keptUntil = ({ publishedAt, window }: AskContext): Date | null =>
  publishedAt === null ? null : after(new Date(publishedAt), milliseconds(window));

/** The id of the flow of a clinic that is asked with a request. */
const askIdOf = (leadId: string, clinicId: string): string =>
  idFromName(`${leadId}:ask:${clinicId}`);

/** A clinic that is asked with a request, as it stands. */
export type Ask = typeof ask.$inferSelect;

const openStates = ['waiting', 'held', 'open'] as const;

/** Whether its clinic can still answer. */
export const isOpenAsk = ({ state }: Pick<Ask, 'state'>): boolean =>
  (openStates as readonly string[]).includes(state);

/**
 * The acting patient asks these clinics with a request that is stored in the same transaction; each once. Whoever calls has
 * found that they can be asked, and holds their rows.
 */
export async function askClinics(
  ctx: TxCtxOf<'patient'>,
  { leadId, clinicIds }: { leadId: string; clinicIds: readonly string[] },
): Promise<void> {
  const asked = clinicIds.slice(0, maxAsked);
  if (asked.length === 0) return;
  const who = { leadId, patientId: ctx.actor.id };
  await ctx.db.insert(ask).values(
    asked.map((clinicId, n) => ({
      ...{ id: askIdOf(leadId, clinicId), ...who, clinicId, place: n + 1 },
      ...{ createdAt: sqlNow, state: 'waiting' as const },
    })),
  );
  for (const clinicId of asked)
    await startMachine(ctx, askFlow, {
      id: askIdOf(leadId, clinicId),
      root: leadId,
      input: { ...who, clinicId, window: placeWindow },
    });
}

/** The clinics that are asked with a request, in the patient's order. */
export const asksOf = (ctx: Ctx, { leadId }: { leadId: string }): Promise<Ask[]> =>
  ctx.db.select().from(ask).where(eq(ask.leadId, leadId)).orderBy(asc(ask.place));

/** Of a request of the acting patient, the same. @throws AppError `not_found` */
export async function ownAsks(
  ctx: CtxOf<'patient'>,
  { leadId }: { leadId: string },
): Promise<Ask[]> {
  const own = and(eq(ask.leadId, leadId), eq(ask.patientId, ctx.actor.id));
  if (!isId(leadId)) throw new AppError('not_found');
  const rows = await ctx.db.select().from(ask).where(own).orderBy(asc(ask.place));
  if (rows.length > 0) return rows;
  const [known] = await ctx.db
    .select({ id: lead.id })
    .from(lead)
    .where(and(eq(lead.id, leadId), eq(lead.patientId, ctx.actor.id)));
  if (!known) throw new AppError('not_found');
  return [];
}

/** Where the acting clinic stands that is asked with a request; null for one that it is not asked with. */
export async function askFor(
  ctx: CtxOf<'clinic'>,
  { leadId }: { leadId: string },
): Promise<Ask | null> {
  if (!isId(leadId)) return null;
  const [row] = await ctx.db
    .select()
    .from(ask)
    .where(and(eq(ask.leadId, leadId), eq(ask.clinicId, ctx.actor.id)));
  return row ?? null;
}

/** Clinics that are asked with published requests and can still answer, by request. */
export async function openAskers(
  ctx: Ctx,
  leadIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await ctx.db
    .select({ leadId: ask.leadId, clinicId: ask.clinicId })
    .from(ask)
    .where(and(isAmong(ask.leadId, leadIds), inArray(ask.state, ['held', 'open'])))
    .orderBy(ask.leadId, ask.place);
  const byLead = new Map<string, string[]>();
  for (const { leadId, clinicId } of rows)
    byLead.set(leadId, [...(byLead.get(leadId) ?? []), clinicId]);
  return byLead;
}

/** When a request was published, and whether it asks this clinic; null for one that was not published. */
export async function publicationFor(
  ctx: Ctx,
  { leadId, clinicId }: { leadId: string; clinicId: string },
): Promise<{ publishedAt: Date; asked: boolean } | null> {
  const [row] = await ctx.db
    .select({
      publishedAt: lead.publishedAt,
      asked: sql<boolean>`exists (select from leads.ask a
        where a.lead_id = ${leadId} and a.clinic_id = ${clinicId})`,
    })
    .from(lead)
    .where(eq(lead.id, leadId));
  return row?.publishedAt ? { publishedAt: row.publishedAt, asked: row.asked } : null;
}

/** A request was published: its clinics are asked, the first of them with a place. Under the lock of the request. */
export async function publishAsks(ctx: TxCtx, { leadId }: { leadId: string }): Promise<void> {
  const waiting = (await asksOf(ctx, { leadId })).filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return;
  const most = mostKept(await readSetting(ctx, offerCap));
  for (const [n, { id }] of waiting.entries())
    await sendIfAccepted(ctx, askFlow, {
      id,
      event: { type: 'leads.ask-publish', keepsPlace: n < most },
    });
}

/** A clinic that is asked has sent an offer: its place is that of the offer. Under the lock of the request. */
export async function answerAsk(ctx: TxCtx, { id }: Pick<Ask, 'id'>): Promise<void> {
  await sendIfAccepted(ctx, askFlow, { id, event: { type: 'leads.ask-answer' } });
}

/**
 * The acting clinic says no to a request that asks it; its patient reads why.
 *
 * @throws AppError `not_found` for a request that it is not asked with, or that is not published; `event_refused` once it
 *   has answered, or the request is over
 */
export async function refuseAsk(
  ctx: CtxOf<'clinic'>,
  { leadId, reason }: { leadId: string; reason: RefusalReason },
): Promise<void> {
  const found = await askFor(ctx, { leadId });
  if (!found || found.state === 'waiting') throw new AppError('not_found');
  await send(ctx, askFlow, { id: found.id, event: { type: 'leads.ask-refuse', reason } });
}

/** A request is over: none of its clinics is asked any more. Under the lock of the request. */
export async function endAsksOf(ctx: TxCtx, { leadId }: { leadId: string }): Promise<void> {
  for (const one of await asksOf(ctx, { leadId }))
    if (isOpenAsk(one))
      await sendIfAccepted(ctx, askFlow, {
        id: one.id,
        event: { type: 'leads.ask-end', because: 'request' },
      });
}

/** Open asks of a clinic, by ascending id; up to `limit` of those with a greater id than `after`; null: from the first on. */
export const openAsksOfClinic = (
  ctx: Ctx,
  { clinicId, after: from, limit }: { clinicId: string; after: string | null; limit: number },
): Promise<Array<{ id: string; leadId: string }>> =>
  ctx.db
    .select({ id: ask.id, leadId: ask.leadId })
    .from(ask)
    .where(
      and(
        eq(ask.clinicId, clinicId),
        inArray(ask.state, [...openStates]),
        from ? gt(ask.id, from) : undefined,
      ),
    )
    .orderBy(ask.id)
    .limit(limit);

/** A clinic is shut: it is asked no more with these. The caller holds the locks of their requests. */
export async function endAsks(ctx: TxCtx, ids: readonly string[]): Promise<void> {
  const event = { type: 'leads.ask-end', because: 'clinic' } as const;
  for (const id of ids) await sendIfAccepted(ctx, askFlow, { id, event });
}
