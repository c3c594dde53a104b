import { eq, sql } from 'drizzle-orm';
import { defineMachine, publish, publishLive } from '#engine';
import type { Change, Migration, Past } from '#engine/contract';
import { after, milliseconds } from '#platform/base/duration';
import type { TxCtx } from '#platform/context';
import { applicationContext, applicationMachine } from './application.machine';
import { addActivity } from './queries.server';
import { isComplete, placeOf } from './rules';
import { type ApplicationDomainEvent, clinicEvents, verificationEvents } from './schemas';
import { clinic } from './tables.server';
import { applicationChanged, type ApplicationEvent } from './values';

const wasComplete = ({ value }: Past): boolean => isComplete(placeOf(value));

/**
 * From clocks that counted from whatever had armed them. When the documents became complete is in the log; what is armed
 * keeps the time that it was promised for. A decision leaves the instant as it is.
 */
export const toApplicationV2: Migration = (stored, past) => {
  const state = stored as { readonly context: object };
  const started = past.findLastIndex(
    (entry, index) => wasComplete(entry) && (index === 0 || !wasComplete(past[index - 1]!)),
  );
  const stopped = past.findLastIndex(({ value }) => placeOf(value).stage === 'documents');
  const completeAt = started > stopped ? past[started]!.at : null;
  return { state: { ...state, context: { ...state.context, completeAt } } };
};

/** Life of a clinic's application; its id is the clinic's. */
export const applicationFlow = defineMachine({
  name: 'clinic-onboarding.application',
  version: 2,
  machine: applicationMachine,
  context: applicationContext,
  events: clinicEvents,
  migrations: { 2: toApplicationV2 },
  // Approving and changing details are audited by their commands: with what they found under the flow's lock.
  audit: {
    object: 'clinic',
    events: {
      'flow.started': { action: 'clinic-onboarding.register' },
      'clinic-onboarding.resubmit': {},
      'clinic-onboarding.reject': {},
      'clinic-onboarding.suspend': {},
      'clinic-onboarding.reinstate': {},
    },
  },
  project: projectApplication,
});

type ApplicationChange = Change<typeof applicationMachine>;
type Row = typeof clinic.$inferSelect;

/** Writes a clinic's row, its activities and the word to open pages in the event's transaction. */
export async function projectApplication(ctx: TxCtx, change: ApplicationChange): Promise<void> {
  const { id, at, context, value, said } = change;
  const place = placeOf(value);
  const [before] = await ctx.db.select().from(clinic).where(eq(clinic.id, id));
  if (!before) throw new Error(`flow ${id} has no clinic`);
  await ctx.db
    .update(clinic)
    .set({ ...place, resubmissions: context.resubmissions, ...datesOf(change, before) })
    .where(eq(clinic.id, id));
  const facts: Record<string, string> = said.reason === undefined ? {} : { reason: said.reason };
  for (const kind of activitiesOf(change))
    await addActivity(ctx, { clinicId: id, kind, at, facts });
  await publishLive(ctx, `clinic:${id}`, {
    type: applicationChanged,
    data: { clinicId: id, status: place.status },
  });
  await publishLive(ctx, 'staff', { type: 'staff.queue-changed', data: { queue: 'clinics' } });
}

/** Dates of a review stay when it is decided and start anew with the next; a reason goes with its decision. */
function datesOf({ at, value, context, said }: ApplicationChange, before: Row): Partial<Row> {
  const place = placeOf(value);
  if (isComplete(place)) {
    // Without: a log that no longer showed the migration when it was.
    const completeAt = context.completeAt
      ? new Date(context.completeAt)
      : (before.completeAt ?? at);
    const dueAt = after(completeAt, milliseconds(context.clocks.breach));
    return { completeAt, dueAt, decidedAt: null, reason: null };
  }
  if (place.status === 'pending')
    return { completeAt: null, dueAt: null, decidedAt: null, reason: null };
  return place.status === before.status ? {} : { decidedAt: at, reason: said.reason ?? null };
}

/** Each event is announced to those who follow an application, by its own name. */
const nameOf = ({ type }: ApplicationDomainEvent): ApplicationEvent =>
  type.slice('clinic-onboarding.'.length) as ApplicationEvent;

/** Events of the clinic for which the machine emits nothing. */
const events: Readonly<Record<string, ApplicationEvent>> = {
  'clinic-onboarding.change-details': 'details-changed',
};

/** What an event means to those who follow its application. */
const activitiesOf = ({ event, events: emitted }: ApplicationChange): ApplicationEvent[] =>
  [events[event.type] ?? null, ...emitted.map(nameOf)].filter((kind) => kind !== null);

/**
 * Writes since when something of an approved clinic waits for a check, after what the transaction has changed, and informs
 * the open pages. Staff are notified when it is the first thing that waits. Takes the lock of the clinic's row.
 */
export async function noteChecks(ctx: TxCtx, clinicId: string): Promise<void> {
  const [before] = await ctx.db
    .select({ status: clinic.status, since: clinic.checksSince })
    .from(clinic)
    .where(eq(clinic.id, clinicId))
    .for('no key update');
  if (!before) throw new Error(`no clinic ${clinicId}`);
  const [after] = await ctx.db
    .update(clinic)
    .set({
      checksSince: sql`case when status in ('approved', 'suspended') then ${oldest(clinicId)} end`,
    })
    .where(eq(clinic.id, clinicId))
    .returning({ since: clinic.checksSince });
  if (!before.since && after?.since)
    await publish(ctx, verificationEvents['clinic-onboarding.check-asked'], { clinicId });
  const { status } = before;
  await publishLive(ctx, `clinic:${clinicId}`, {
    type: applicationChanged,
    data: { clinicId, status },
  });
  await publishLive(ctx, 'staff', { type: 'staff.queue-changed', data: { queue: 'clinics' } });
}

const oldest = (clinicId: string) => sql`(
  select min(waiting.at) from (
    select created_at as at from clinic_onboarding.document
      where clinic_id = ${clinicId} and review = 'waiting' and removed_at is null and scan <> 'infected'
    union all
    select asked_at from clinic_onboarding.point_change where clinic_id = ${clinicId} and state = 'waiting'
    union all
    select created_at from clinic_onboarding.picture
      where clinic_id = ${clinicId} and review = 'waiting' and removed_at is null
  ) waiting)`;
