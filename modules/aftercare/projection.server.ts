import { eq, sql } from 'drizzle-orm';
import { defineMachine, publishLive } from '#engine';
import type { Change } from '#engine/contract';
import type { TxCtx } from '#platform/context';
import { careContext, careMachine, checkInContext, checkInMachine } from './care.machine';
import { careEvents } from './schemas';
import { care, checkIn, given } from './tables.server';
import { careChanged, careStates, checkInStates } from './values';

type CareChange = Change<typeof careMachine>;
type CheckInChange = Change<typeof checkInMachine>;

interface Parties {
  readonly offerId: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
}

/** Open pages of both sides read it anew. */
export async function notifySides(ctx: TxCtx, who: Parties): Promise<void> {
  const data = { offerId: who.offerId, leadId: who.leadId };
  await publishLive(ctx, `patient:${who.patientId}`, { type: careChanged, data });
  await publishLive(ctx, `clinic:${who.clinicId}`, { type: careChanged, data });
}

/** Writes where the aftercare of a treatment stands, in the event's transaction. */
async function projectCare(ctx: TxCtx, { id, at, context, value, event }: CareChange) {
  const state = careStates.find((one) => one === value);
  if (!state) throw new Error(`aftercare ${id} is in no known state`);
  const isOver = state === 'stopped' || state === 'ended';
  // What begins is stored as it begins.
  if (event.type !== 'flow.started')
    await ctx.db
      .update(care)
      .set({
        state,
        agreedAt: context.agreedAt === null ? null : new Date(context.agreedAt),
        endedAt: isOver ? at : null,
      })
      .where(eq(care.id, id));
  await notifySides(ctx, context);
}

/** The aftercare of a treatment; its id follows from the offer's, its root is the request. */
export const careFlow = defineMachine({
  name: 'aftercare.care',
  version: 1,
  root: 'leads.lead',
  machine: careMachine,
  context: careContext,
  events: careEvents,
  audit: {
    object: 'care',
    events: {
      'flow.started': {
        action: 'aftercare.offer',
        details: ({ context }) => ({ offerId: context.offerId }),
      },
      'aftercare.agree': {},
      'aftercare.stop': {},
    },
  },
  project: projectCare,
});

/** Writes where a check-in stands, in the event's transaction; what was answered is written by the command. */
async function projectCheckIn(ctx: TxCtx, { id, at, context, value, event }: CheckInChange) {
  const state = checkInStates.find((one) => one === value);
  if (!state) throw new Error(`check-in ${id} is in no known state`);
  if (event.type !== 'flow.started')
    await ctx.db
      .update(checkIn)
      .set({
        state,
        dueAt: new Date(context.dueAt),
        answeredAt: context.answeredAt === null ? null : new Date(context.answeredAt),
        ...(state === 'settled' ? { repliedAt: at } : {}),
        ...(state === 'closed' ? { closedAt: at } : {}),
      })
      .where(eq(checkIn.id, id));
  await notifySides(ctx, context);
  if (state === 'escalated' || event.type === 'aftercare.close' || event.type === 'aftercare.reply')
    await publishLive(ctx, 'staff', { type: 'staff.queue-changed', data: { queue: 'check-ins' } });
}

/** One day on which a patient is asked; its id follows from the care's and the day. */
export const checkInFlow = defineMachine({
  name: 'aftercare.check-in',
  version: 1,
  root: 'leads.lead',
  machine: checkInMachine,
  context: checkInContext,
  events: careEvents,
  audit: {
    object: 'check-in',
    events: {
      'aftercare.answer': { details: ({ context }) => ({ day: context.day }) },
      'aftercare.reply': { details: ({ context }) => ({ day: context.day }) },
      'aftercare.close': { details: ({ context }) => ({ day: context.day }) },
    },
  },
  project: projectCheckIn,
});

/** What an event adds to what a clinic gave, or takes away. */
export interface Given {
  readonly treatments: number;
  readonly plans: number;
  readonly persons: number;
  readonly used: number;
}

/** Part of the event that changes what the counts follow from. The clinic's row is the last lock of that transaction. */
export async function addToGiven(ctx: TxCtx, clinicId: string, added: Given): Promise<void> {
  if (Object.values(added).every((count) => count === 0)) return;
  await lockGiven(ctx, clinicId);
  await ctx.db
    .update(given)
    .set({
      treatments: sql`${given.treatments} + ${added.treatments}`,
      plans: sql`${given.plans} + ${added.plans}`,
      persons: sql`${given.persons} + ${added.persons}`,
      used: sql`${given.used} + ${added.used}`,
    })
    .where(eq(given.clinicId, clinicId));
}

/** The row of a clinic, also of one that had none. */
export async function lockGiven(ctx: TxCtx, clinicId: string): Promise<void> {
  await ctx.db.insert(given).values({ clinicId }).onConflictDoNothing();
  await ctx.db
    .select({ clinicId: given.clinicId })
    .from(given)
    .where(eq(given.clinicId, clinicId))
    .for('update');
}
