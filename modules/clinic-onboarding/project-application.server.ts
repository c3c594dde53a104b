import { eq } from 'drizzle-orm';
import { actorRef } from '#platform/base/actor';
import type { TxCtx } from '#platform/context';
import { after, milliseconds } from '#platform/base/duration';
import { publishLive } from '#engine';
import type { Change } from '#engine/contract';
import type { applicationMachine } from './application.machine';
import type { ApplicationFact } from './events';
import { isComplete, placeOf } from './place-of';
import { addActivity } from './repo.server';
import { applicationChanged, type ApplicationEvent } from './status';
import { clinic } from './tables.server';

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
  const actor = actorRef(ctx.actor);
  const facts: Record<string, string> = said.reason === undefined ? {} : { reason: said.reason };
  for (const kind of activitiesOf(change))
    await addActivity(ctx, { clinicId: id, kind, at, actor, facts });
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
    // Without: a log that no longer told the migration when it was.
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

/** Each fact is told to those who follow an application, by its own name. */
const nameOf = ({ type }: ApplicationFact): ApplicationEvent =>
  type.slice('clinic-onboarding.'.length) as ApplicationEvent;

/** Events of the clinic of which the machine makes no fact. */
const events: Readonly<Record<string, ApplicationEvent>> = {
  'clinic-onboarding.change-details': 'details-changed',
};

/** What an event means to those who follow its application. */
const activitiesOf = ({ event, facts }: ApplicationChange): ApplicationEvent[] =>
  [events[event.type] ?? null, ...facts.map(nameOf)].filter((kind) => kind !== null);
