import { and, type Column, desc, eq, lt, sql, type SQL } from 'drizzle-orm';
import { cities } from '#contracts/consultation';
import { listingChanged } from '#contracts/exchange';
import { appendAtCommit, defineMachine, publishLive } from '#engine';
import type { Change, Migration, Past } from '#engine/contract';
import { after, milliseconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { idFromName } from '#platform/base/ids';
import type { Ctx, CtxOf, RowKind, TxCtx } from '#platform/context';
import { defineHistogram } from '#platform/metrics/metrics';
import { leadContext, type LeadContext, leadMachine } from './lead.machine';
import { listingChange, placeOf } from './rules';
import { type ActivityDto, leadEvents, type LeadDomainEvent } from './schemas';
import { activity, lead } from './tables.server';
import { type ActivityKind, type offerActivityKinds, leadChanged } from './values';

type ActivityOf<F> = ActivityKind | ((event: F) => ActivityKind | null);

const cancelled = { patient: 'cancelled', team: 'rejected', expiry: null } as const;

/** What the owner of a request reads of each event; null where another one of the same step says more. */
const activities: { readonly [F in LeadDomainEvent as F['type']]: ActivityOf<F> } = {
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

/** Answers of the owner for which the machine emits nothing. */
const answers: Readonly<Record<string, ActivityKind>> = { 'leads.keep-waiting': 'kept-waiting' };

const kindOf = (event: LeadDomainEvent): ActivityKind | null => {
  const activity = activities[event.type] as ActivityOf<LeadDomainEvent>;
  return typeof activity === 'function' ? activity(event) : activity;
};

/** What an event means to the owner of its request, which had so many live offers before. */
export const activitiesOf = (
  { event, events, context }: Pick<Change<typeof leadMachine>, 'event' | 'events' | 'context'>,
  offersBefore: number,
): ActivityKind[] => {
  const another = offersBefore > 0 && context.offerIds.length > offersBefore;
  return [
    answers[event.type] ?? null,
    another ? ('offer-received' as const) : null,
    ...events.map(kindOf),
  ].filter((kind) => kind !== null);
};

interface ActivityRow {
  readonly leadId: string;
  readonly patientId: string;
  readonly kind: ActivityKind;
  /** Now where it is left out. */
  readonly at?: Date;
}

const activityRows: RowKind<ActivityRow> = {
  name: 'lead_activities',
  write: (param) => `
  lead_activities as (
    insert into leads.activity (lead_id, patient_id, kind, at)
    select "leadId", "patientId", kind, coalesce(at, platform.now()) from jsonb_to_recordset(${param}::jsonb)
      as t(n int, "leadId" uuid, "patientId" uuid, kind text, at timestamptz) order by n
    returning 1)`,
};

/** Adds a line to the owner's list of activities, as part of the event. */
const addActivity = (ctx: TxCtx, row: ActivityRow): Promise<void> =>
  appendAtCommit(ctx, activityRows, row);

interface OfferActivity {
  readonly leadId: string;
  readonly patientId: string;
  readonly kind: (typeof offerActivityKinds)[number];
}

/** Records for the owner of a request what happened to one of its offers, as part of that event. */
export const noteOfferActivity = (ctx: TxCtx, activity: OfferActivity): Promise<void> =>
  addActivity(ctx, activity);

const pageSize = 20;
const cursorShape = /^\d{1,15}$/;

const selectActivity = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({
      id: activity.id,
      leadId: activity.leadId,
      subTreatment: lead.subTreatment,
      kind: activity.kind,
      at: activity.at,
    })
    .from(activity)
    .innerJoin(lead, eq(lead.id, activity.leadId));

/**
 * A page of all that happened to the acting patient's requests, newest first.
 *
 * @throws AppError `invalid_cursor`
 */
export async function ownActivity(
  ctx: CtxOf<'patient'>,
  { cursor }: { cursor?: string } = {},
): Promise<{ entries: ActivityDto[]; nextCursor: string | null }> {
  if (cursor !== undefined && !cursorShape.test(cursor)) throw new AppError('invalid_cursor');
  const found = await selectActivity(ctx)
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
  ctx: CtxOf<'patient'>,
  { limit }: { limit: number },
): Promise<ActivityDto[]> {
  const rows = await selectActivity(ctx)
    .where(eq(activity.patientId, ctx.actor.id))
    .orderBy(desc(activity.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

interface V1 {
  readonly context: { readonly leadId: string; readonly offersCount: number };
}

type New = Pick<LeadContext, 'submittedAt' | 'publishedAt' | 'searchingSince' | 'offerIds'>;

const statusOf = ({ value }: Past): string => placeOf(value).status;

/**
 * From clocks that counted from whatever had armed them, and a bare number of offers. The instants are in the log; what
 * is armed keeps the time that it was promised for. No release has sent an offer to version 1, so the ids of those
 * that it counted stand for their number only.
 */
const toLeadV2: Migration = (stored, past) => {
  const state = stored as V1;
  const { offersCount, ...context } = state.context;
  const searching = past.findLastIndex(
    (entry, index) =>
      statusOf(entry) === 'reviewed' && (index === 0 || statusOf(past[index - 1]!) !== 'reviewed'),
  );
  const added: New = {
    submittedAt: past.find(({ name }) => name === 'flow.started')?.at ?? null,
    publishedAt: past.find((entry) => statusOf(entry) === 'reviewed')?.at ?? null,
    searchingSince: past[searching]?.at ?? null,
    offerIds: Array.from({ length: offersCount }, (_, n) =>
      idFromName(`${context.leadId}:offer:${n}`),
    ),
  };
  return { state: { ...state, context: { ...context, ...added } } };
};

/** From requests that nobody could open to all cities. */
const toLeadV3: Migration = (stored) => {
  const state = stored as { readonly context: object };
  return { state: { ...state, context: { ...state.context, citiesOpened: false } } };
};

/** From requests that the team could not send back. */
const toLeadV4: Migration = (stored) => {
  const state = stored as { readonly context: object };
  return { state: { ...state, context: { ...state.context, sentBackAt: null } } };
};

const hour = 3_600;

const firstOfferWait = defineHistogram({
  name: 'request_first_offer_seconds',
  help: 'How long requests waited for an offer: since they were published, or since their last live offer was gone',
  buckets: [
    hour / 4,
    hour,
    3 * hour,
    6 * hour,
    12 * hour,
    24 * hour,
    48 * hour,
    72 * hour,
    168 * hour,
  ],
});

type LeadChange = Change<typeof leadMachine>;
type Row = typeof lead.$inferSelect;
type Dates = { [Column in keyof Row]?: Row[Column] | SQL };

/** Writes a request's row, its owner's activities and the word to open pages in the event's transaction. */
async function projectLead(ctx: TxCtx, change: LeadChange): Promise<void> {
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
  await publishLive(ctx, `patient:${context.patientId}`, {
    type: leadChanged,
    data: { leadId: id, status, offersCount },
  });
  const { widened } = context;
  const listed = listingChange(before, { ...before, status, widened });
  for (const topic of listed?.topics ?? [])
    await publishLive(ctx, topic, {
      type: listingChanged,
      data: { leadId: id, change: listed!.change },
    });
  if (before.status === 'pending')
    await publishLive(ctx, 'staff', { type: 'staff.queue-changed', data: { queue: 'leads' } });
  noteFirstOffer(ctx, change);
}

function noteFirstOffer(
  { unitOfWork, services }: TxCtx,
  { at, context, events }: LeadChange,
): void {
  const since = context.searchingSince;
  if (since === null || !events.some(({ type }) => type === 'leads.offers-received')) return;
  const waited = (at.getTime() - new Date(since).getTime()) / 1_000;
  unitOfWork.committed.push(() => firstOfferWait(services).observe(waited));
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

/** Life of a treatment request; its id is the request's. */
export const leadFlow = defineMachine({
  name: 'leads.lead',
  version: 4,
  machine: leadMachine,
  context: leadContext,
  events: leadEvents,
  migrations: { 2: toLeadV2, 3: toLeadV3, 4: toLeadV4 },
  audit: {
    object: 'lead',
    events: {
      'flow.started': {
        action: 'leads.submit',
        details: ({ context }) => ({ findings: context.findings.join(' ') }),
      },
      'leads.approve': {},
      'leads.reject': {},
      'leads.send-back': {},
      'leads.cancel': {},
    },
  },
  project: projectLead,
});
