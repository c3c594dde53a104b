import { assign, emit, setup } from 'xstate';
import { z } from 'zod';
import { instantOf, timeLeft } from '#engine/contract';
import type { CareDomainEvent } from './schemas';
import { careZones, type CareZone, checkInDays } from './values';

const length = z.number().int().positive();
const instant = z.iso.datetime();
const who = { offerId: z.uuid(), leadId: z.uuid(), patientId: z.uuid(), clinicId: z.uuid() };

/** Of one treatment: ids, days, instants (ISO 8601) and codes only; what a patient answers lies in rows of the module. */
export const careContext = z.strictObject({
  ...who,
  /** When the patient can no longer agree, and asking ends. */
  endsAt: instant,
  agreedAt: instant.nullable(),
});
export type CareContext = Readonly<z.infer<typeof careContext>>;

type Ids = Pick<CareContext, 'offerId' | 'leadId' | 'patientId' | 'clinicId'>;
type CareInput = Ids & Pick<CareContext, 'endsAt'>;

export type CareEvent = { type: 'aftercare.agree' } | { type: 'aftercare.stop' };

const idsOf = ({ offerId, leadId, patientId, clinicId }: Ids): Ids => ({
  offerId,
  leadId,
  patientId,
  clinicId,
});

const careSetup = setup({
  types: {
    context: {} as CareContext,
    input: {} as CareInput,
    events: {} as CareEvent,
    emitted: {} as CareDomainEvent,
  },
  delays: {
    'care-window': ({ context, event }) => timeLeft(event, context.endsAt, 0),
  },
  actions: {
    recordAgreement: assign(({ event }) => ({ agreedAt: instantOf(event) })),
    emitOf: emit(
      (
        { context },
        params: { type: 'aftercare.offered' | 'aftercare.agreed' | 'aftercare.stopped' },
      ) => ({ type: params.type, ...idsOf(context) }),
    ),
  },
});

const stop = {
  'aftercare.stop': {
    target: 'stopped',
    actions: { type: 'emitOf', params: { type: 'aftercare.stopped' } },
  },
} as const;

const untilOver = { 'care-window': { target: 'ended' } } as const;

/** The aftercare of a treatment: offered with it, followed once the patient agrees, ended by the patient or after a year. */
export const careMachine = careSetup.createMachine({
  id: 'aftercare.care',
  context: ({ input }) => ({
    offerId: input?.offerId ?? '',
    leadId: input?.leadId ?? '',
    patientId: input?.patientId ?? '',
    clinicId: input?.clinicId ?? '',
    endsAt: input?.endsAt ?? '',
    agreedAt: null,
  }),
  initial: 'offered',
  states: {
    offered: {
      entry: { type: 'emitOf', params: { type: 'aftercare.offered' } },
      after: untilOver,
      on: {
        'aftercare.agree': {
          target: 'following',
          actions: ['recordAgreement', { type: 'emitOf', params: { type: 'aftercare.agreed' } }],
        },
        ...stop,
      },
    },
    following: { after: untilOver, on: stop },
    stopped: { type: 'final' },
    ended: { type: 'final' },
  },
});

/** Of one check-in: ids, instants and codes only. */
export const checkInContext = z.strictObject({
  ...who,
  checkInId: z.uuid(),
  day: z.literal(checkInDays),
  /** From when the patient is asked, by the clock of where they said they would be. */
  dueAt: instant,
  zone: z.enum(careZones),
  answeredAt: instant.nullable(),
  /** In milliseconds, fixed when the patient agreed. */
  windows: z.strictObject({ late: length, reply: length }),
});
export type CheckInContext = Readonly<z.infer<typeof checkInContext>>;

type CheckInInput = Omit<CheckInContext, 'answeredAt'>;

export type CheckInEvent =
  | { type: 'aftercare.answer'; danger: boolean }
  /** The patient is somewhere else from now on. */
  | { type: 'aftercare.move'; dueAt: string; zone: CareZone }
  /** The clinic answers an answer that means danger. */
  | { type: 'aftercare.reply' }
  /** Staff: it was dealt with. */
  | { type: 'aftercare.close' }
  | { type: 'aftercare.stop' };

type CheckInDomainEvent = Extract<CareDomainEvent, { checkInId: string }>;

const checkInSetup = setup({
  types: {
    context: {} as CheckInContext,
    input: {} as CheckInInput,
    events: {} as CheckInEvent,
    emitted: {} as CheckInDomainEvent,
  },
  guards: {
    isDanger: (_, params: { danger: boolean }) => params.danger,
  },
  delays: {
    'due-window': ({ context, event }) => timeLeft(event, context.dueAt, 0),
    'late-window': ({ context, event }) => timeLeft(event, context.dueAt, context.windows.late),
    'reply-window': ({ context, event }) =>
      timeLeft(event, context.answeredAt, context.windows.reply),
  },
  actions: {
    recordPlace: assign((_, params: { dueAt: string; zone: CareZone }) => params),
    recordAnswer: assign(({ event }) => ({ answeredAt: instantOf(event) })),
    emitOf: emit(({ context }, params: { type: CheckInDomainEvent['type'] }) => ({
      type: params.type,
      checkInId: context.checkInId,
      day: context.day,
      ...idsOf(context),
    })),
  },
});

const settle = {
  'aftercare.reply': {
    target: 'settled',
    actions: { type: 'emitOf', params: { type: 'aftercare.replied' } },
  },
  'aftercare.close': { target: 'closed' },
} as const;

/** One day on which a patient is asked how they are: planned, due for a week, answered; an answer that means danger waits for the clinic. */
export const checkInMachine = checkInSetup.createMachine({
  id: 'aftercare.check-in',
  context: ({ input }) => ({
    offerId: input?.offerId ?? '',
    leadId: input?.leadId ?? '',
    patientId: input?.patientId ?? '',
    clinicId: input?.clinicId ?? '',
    checkInId: input?.checkInId ?? '',
    day: input?.day ?? 1,
    dueAt: input?.dueAt ?? '',
    zone: input?.zone ?? 'UTC',
    answeredAt: null,
    windows: input?.windows ?? { late: 0, reply: 0 },
  }),
  initial: 'planned',
  states: {
    planned: {
      after: { 'due-window': { target: 'due' } },
      on: {
        'aftercare.move': {
          target: 'planned',
          // Entered anew, so that its clock counts to the new hour.
          reenter: true,
          actions: {
            type: 'recordPlace',
            params: ({ event: { dueAt, zone } }) => ({ dueAt, zone }),
          },
        },
        'aftercare.stop': { target: 'stopped' },
      },
    },
    due: {
      entry: { type: 'emitOf', params: { type: 'aftercare.check-in-due' } },
      after: { 'late-window': { target: 'missed' } },
      on: {
        'aftercare.answer': [
          {
            guard: { type: 'isDanger', params: ({ event: { danger } }) => ({ danger }) },
            target: 'alerted',
            actions: ['recordAnswer', { type: 'emitOf', params: { type: 'aftercare.answered' } }],
          },
          {
            target: 'answered',
            actions: ['recordAnswer', { type: 'emitOf', params: { type: 'aftercare.answered' } }],
          },
        ],
        'aftercare.stop': { target: 'stopped' },
      },
    },
    // Stopping the aftercare does not end these: an answer that means danger is dealt with.
    alerted: {
      entry: { type: 'emitOf', params: { type: 'aftercare.danger' } },
      after: { 'reply-window': { target: 'escalated' } },
      on: settle,
    },
    escalated: {
      entry: { type: 'emitOf', params: { type: 'aftercare.unanswered' } },
      on: settle,
    },
    missed: { type: 'final' },
    answered: { type: 'final' },
    settled: { type: 'final' },
    closed: { type: 'final' },
    stopped: { type: 'final' },
  },
});
