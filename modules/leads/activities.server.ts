import { and, desc, eq, lt } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { Change } from '#engine/contract';
import type { leadMachine } from './lead.machine';
import { addActivity } from './queries.server';
import type { ActivityDto, LeadFact } from './schemas';
import { activity, lead } from './tables.server';
import type { ActivityKind, offerActivityKinds } from './values';

type Told<F> = ActivityKind | ((fact: F) => ActivityKind | null);

const cancelled = { patient: 'cancelled', team: 'rejected', expiry: null } as const;

/** What the owner of a request is told of each fact; null where another fact of the same event says more. */
const activities: { readonly [F in LeadFact as F['type']]: Told<F> } = {
  'leads.submitted': 'submitted',
  'leads.sent-back': 'sent-back',
  'leads.published': 'published',
  'leads.widened': 'widened',
  'leads.no-offers-yet': 'no-offers-yet',
  'leads.cities-opened': 'cities-opened',
  'leads.offers-received': 'offers-received',
  'leads.offers-gone': 'offers-gone',
  'leads.reminder-due': 'reminder-due',
  'leads.completed': 'completed',
  'leads.cancelled': ({ by }) => cancelled[by],
  'leads.expired': 'expired',
};

/** Answers of the owner of which the machine makes no fact. */
const answers: Readonly<Record<string, ActivityKind>> = { 'leads.keep-waiting': 'kept-waiting' };

const kindOf = (fact: LeadFact): ActivityKind | null => {
  const told = activities[fact.type] as Told<LeadFact>;
  return typeof told === 'function' ? told(fact) : told;
};

/** What an event means to the owner of its request, which had so many live offers before. */
export const activitiesOf = (
  { event, facts, context }: Pick<Change<typeof leadMachine>, 'event' | 'facts' | 'context'>,
  offersBefore: number,
): ActivityKind[] => {
  const another = offersBefore > 0 && context.offerIds.length > offersBefore;
  return [
    answers[event.type] ?? null,
    another ? ('offer-received' as const) : null,
    ...facts.map(kindOf),
  ].filter((kind) => kind !== null);
};

interface OfferActivity {
  readonly leadId: string;
  readonly patientId: string;
  readonly kind: (typeof offerActivityKinds)[number];
}

/** Tells the owner of a request what happened to one of its offers, as part of that event. */
export const noteOfferActivity = (ctx: TxCtx, activity: OfferActivity): Promise<void> =>
  addActivity(ctx, activity);

const pageSize = 20;
const cursorShape = /^\d{1,15}$/;

/**
 * A page of all that happened to the acting patient's requests, newest first.
 *
 * @throws AppError `invalid_cursor`
 */
export async function ownActivity(
  ctx: Ctx<ActorOf<'patient'>>,
  { cursor }: { cursor?: string } = {},
): Promise<{ entries: ActivityDto[]; nextCursor: string | null }> {
  if (cursor !== undefined && !cursorShape.test(cursor)) throw new AppError('invalid_cursor');
  const found = await ctx.db
    .select({
      id: activity.id,
      leadId: activity.leadId,
      subTreatment: lead.subTreatment,
      kind: activity.kind,
      at: activity.at,
    })
    .from(activity)
    .innerJoin(lead, eq(lead.id, activity.leadId))
    .where(
      and(
        eq(activity.patientId, ctx.actor.id),
        cursor === undefined ? undefined : lt(activity.id, Number(cursor)),
      ),
    )
    .orderBy(desc(activity.id))
    .limit(pageSize + 1);
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  return {
    entries: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    nextCursor: found.length > pageSize && last ? String(last.id) : null,
  };
}

/** What happened last to the acting patient's requests, newest first. */
export async function recentActivity(
  ctx: Ctx<ActorOf<'patient'>>,
  { limit }: { limit: number },
): Promise<ActivityDto[]> {
  const rows = await ctx.db
    .select({
      id: activity.id,
      leadId: activity.leadId,
      subTreatment: lead.subTreatment,
      kind: activity.kind,
      at: activity.at,
    })
    .from(activity)
    .innerJoin(lead, eq(lead.id, activity.leadId))
    .where(eq(activity.patientId, ctx.actor.id))
    .orderBy(desc(activity.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
