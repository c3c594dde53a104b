import { eq, sql, type Column, type SQL } from 'drizzle-orm';
import { cities } from '#contracts/consultation';
import { listingChanged } from '#contracts/exchange';
import type { TxCtx } from '#platform/context';
import { after, milliseconds } from '#platform/duration';
import type { Change } from '#platform/flow';
import { announce } from '#platform/live';
import { activitiesOf } from './activities-of';
import { firstOfferWait } from './figures.server';
import type { leadMachine } from './lead.machine';
import { listingChange } from './listing-change';
import { placeOf } from './place-of';
import { addActivity } from './repo.server';
import { lead } from './tables.server';

type LeadChange = Change<typeof leadMachine>;
type Row = typeof lead.$inferSelect;
type Dates = { [Column in keyof Row]?: Row[Column] | SQL };

/** Writes a request's row, its owner's activities and the word to open pages in the event's transaction. */
export async function projectLead(ctx: TxCtx, change: LeadChange): Promise<void> {
  const { id, at, context, said } = change;
  const { status } = placeOf(change.value);
  const words = said.reason ?? said.note;
  const offersCount = status === 'cancelled' ? 0 : context.offerIds.length;
  // One statement: the flow's lock keeps everybody else from the row, so what is read for it stays.
  const stood = ctx.db
    .select({
      id: lead.id,
      status: lead.status,
      widened: lead.widened,
      offersCount: lead.offersCount,
    })
    .from(lead)
    .where(eq(lead.id, id))
    .as('stood');
  const [before] = await ctx.db
    .update(lead)
    .set({
      status,
      offersCount,
      widened: context.widened,
      ...(context.citiesOpened ? { locations: [...cities] } : {}),
      acceptedOfferId: context.acceptedOfferId,
      cancelledBy: context.cancelledBy,
      ...(words === undefined && !wasSentBack(change) ? {} : { cancelReason: words ?? null }),
      ...datesOf(change),
    })
    .from(stood)
    .where(eq(lead.id, stood.id))
    .returning({
      status: stood.status,
      widened: stood.widened,
      offersBefore: stood.offersCount,
      treatment: lead.treatment,
      locations: lead.locations,
    });
  if (!before) throw new Error(`flow ${id} has no request`);
  for (const kind of activitiesOf(change, before.offersBefore))
    await addActivity(ctx, { leadId: id, patientId: context.patientId, kind, at });
  await announce(ctx, `patient:${context.patientId}`, {
    type: 'leads.status-changed',
    data: { leadId: id, status, offersCount },
  });
  const { widened } = context;
  const listed = listingChange(before, { ...before, status, widened });
  for (const topic of listed?.topics ?? [])
    await announce(ctx, topic, {
      type: listingChanged,
      data: { leadId: id, change: listed!.change },
    });
  if (before.status === 'pending')
    await announce(ctx, 'staff', { type: 'staff.queue-changed', data: { queue: 'leads' } });
  noteFirstOffer(ctx, change);
}

function noteFirstOffer({ journal, services }: TxCtx, { at, context, facts }: LeadChange): void {
  const since = context.searchingSince;
  if (since === null || !facts.some(({ type }) => type === 'leads.offers-received')) return;
  const waited = (at.getTime() - new Date(since).getTime()) / 1_000;
  journal.committed.push(() => firstOfferWait(services).observe(waited));
}

/** Whether the reason that stands is why it was sent back, which its end does not keep. */
const wasSentBack = ({ value, context }: LeadChange): boolean =>
  context.sentBackAt !== null && placeOf(value).within !== 'returned';

/** Dates that happened stay; dates that were promised are those at which the machine's clocks ring. */
function datesOf({ at, value, context }: LeadChange): Dates {
  const { status, within } = placeOf(value);
  const { screening, notice, expiry } = context.windows;
  const screeningEndsAt = within === 'screening' ? promised(context.submittedAt, screening) : null;
  const sentBackAt = within === 'returned' ? at : null;
  if (status === 'pending') return { screeningEndsAt, sentBackAt };
  if (status === 'cancelled')
    return { screeningEndsAt, sentBackAt, noticeAt: null, cancelledAt: at };
  const since = (column: Column): SQL => sql`coalesce(${column}, ${at.toISOString()}::timestamptz)`;
  return {
    screeningEndsAt,
    sentBackAt,
    publishedAt: promised(context.publishedAt, 0),
    offersDueAt: promised(context.searchingSince, notice),
    expiresAt: promised(context.publishedAt, expiry),
    widenedAt: context.widened ? since(lead.widenedAt) : null,
    noticeAt: within === 'told' ? since(lead.noticeAt) : null,
    completedAt: status === 'completed' ? at : null,
  };
}

/** As it stands where the log that a migration read no longer said when it began. */
const promised = (since: string | null, length: number): Date | undefined =>
  since === null ? undefined : after(new Date(since), milliseconds(length));
