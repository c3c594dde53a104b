import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { slotSets, type SlotSet } from '#contracts/consultation';
import { days, hours } from '#platform/base/duration';
import { careMachine, checkInMachine, type CareEvent, type CheckInEvent } from './care.machine';
import { dangersIn, dueAtOf, requireAnswers } from './rules';
import {
  type CareAnswers,
  careQuestions,
  careStates,
  checkInDays,
  checkInStates,
  dangerAnswers,
  emergencyNumber,
  emergencyNumbers,
  questionsOf,
} from './values';

const who = { offerId: 'offer', leadId: 'lead', patientId: 'patient', clinicId: 'clinic' };
const at = '2026-03-01T10:00:00.000Z';

interface Step {
  readonly type: string;
}

/** Walks a machine purely to a state; the events that it emitted come with it. */
function walk(machine: typeof careMachine | typeof checkInMachine, input: object, steps: Step[]) {
  let [snapshot, actions] = initialTransition(machine as typeof careMachine, input as never);
  const all = [...actions];
  for (const step of steps) {
    const event = { ...step, at } as never;
    if (snapshot.machine.getTransitionData(snapshot, event).length === 0) return { refused: step };
    [snapshot, actions] = transition(machine as typeof careMachine, snapshot, event);
    all.push(...actions);
  }
  const emitted = all
    .filter(({ type }) => String(type) === 'xstate.emit')
    .map(({ params }) => (params as unknown as { event: { type: string } }).event.type);
  return { state: snapshot.value, emitted };
}

const after = (delay: string, machine: string, state: string): Step => ({
  type: `xstate.after.${delay}.${machine}.${state}`,
});

describe('the aftercare of a treatment', () => {
  const agree = { type: 'aftercare.agree' } as const;
  const stop = { type: 'aftercare.stop' } as const;
  const over = (state: string) => after('care-window', 'aftercare.care', state);
  const ways: Record<string, Step[]> = {
    offered: [],
    following: [agree],
    stopped: [agree, stop],
    ended: [agree, over('following')],
  };
  const taken: Record<string, Partial<Record<CareEvent['type'], string>>> = {
    offered: { 'aftercare.agree': 'following', 'aftercare.stop': 'stopped' },
    following: { 'aftercare.stop': 'stopped' },
    stopped: {},
    ended: {},
  };
  const input = { ...who, endsAt: at };

  it.each(careStates.flatMap((state) => [agree, stop].map((event) => [state, event] as const)))(
    'in %s takes or refuses %o',
    (state, event) => {
      const found = walk(careMachine, input, [...ways[state]!, event]);
      const target = taken[state]![event.type];
      if (target) expect(found.state).toBe(target);
      else expect(found).toEqual({ refused: event });
    },
  );

  it('ends by itself, agreed to or not', () => {
    expect(walk(careMachine, input, [over('offered')]).state).toBe('ended');
    expect(walk(careMachine, input, [agree, over('following')]).emitted).toEqual([
      'aftercare.offered',
      'aftercare.agreed',
    ]);
  });
});

describe('a check-in', () => {
  const answer = { type: 'aftercare.answer', danger: false };
  const danger = { type: 'aftercare.answer', danger: true };
  const reply = { type: 'aftercare.reply' };
  const close = { type: 'aftercare.close' };
  const stop = { type: 'aftercare.stop' };
  const move = { type: 'aftercare.move', dueAt: at, zone: 'UTC' };
  const timer = (delay: string, state: string) => after(delay, 'aftercare.check-in', state);
  const due = timer('due-window', 'planned');
  const ways: Record<string, Step[]> = {
    planned: [],
    due: [due],
    missed: [due, timer('late-window', 'due')],
    answered: [due, answer],
    alerted: [due, danger],
    escalated: [due, danger, timer('reply-window', 'alerted')],
    settled: [due, danger, reply],
    closed: [due, danger, close],
    stopped: [stop],
  };
  const taken: Record<string, Partial<Record<CheckInEvent['type'], string>>> = {
    planned: { 'aftercare.move': 'planned', 'aftercare.stop': 'stopped' },
    due: { 'aftercare.answer': 'answered', 'aftercare.stop': 'stopped' },
    alerted: { 'aftercare.reply': 'settled', 'aftercare.close': 'closed' },
    escalated: { 'aftercare.reply': 'settled', 'aftercare.close': 'closed' },
  };
  const input = {
    ...who,
    ...{ checkInId: 'check-in', day: 1, dueAt: at, zone: 'UTC' },
    windows: { late: days(7), reply: hours(24) },
  };

  it.each(
    checkInStates.flatMap((state) =>
      [answer, move, reply, close, stop].map((event) => [state, event] as const),
    ),
  )('in %s takes or refuses %o', (state, event) => {
    const found = walk(checkInMachine, input, [...ways[state]!, event]);
    const target = taken[state]?.[event.type as CheckInEvent['type']];
    if (target) expect(found.state).toBe(target);
    else expect(found).toEqual({ refused: event });
  });

  it('emits that it is due, answered, in danger, and left without a reply', () => {
    expect(walk(checkInMachine, input, ways.escalated!).emitted).toEqual([
      'aftercare.check-in-due',
      'aftercare.answered',
      'aftercare.danger',
      'aftercare.unanswered',
    ]);
    expect(walk(checkInMachine, input, ways.missed!).emitted).toEqual(['aftercare.check-in-due']);
  });
});

describe('the questions', () => {
  const kinds = Object.keys(slotSets) as SlotSet[];

  it.each(kinds.flatMap((kind) => checkInDays.map((day) => [kind, day] as const)))(
    'of %s on day %i are few, and each is answered',
    (kind, day) => {
      const asked = questionsOf(kind, day);
      expect(asked.length).toBeLessThanOrEqual(6);
      const answers = Object.fromEntries(
        asked.map((question) => [question, careQuestions[question][0]]),
      ) as CareAnswers;
      expect(requireAnswers(kind, day, answers)).toBe(answers);
      expect(dangersIn(answers)).toEqual([]);
      for (const left of asked) {
        const { [left]: _gone, ...rest } = answers;
        expect(() => requireAnswers(kind, day, rest)).toThrow();
      }
    },
  );

  it('each answer that means danger is one of its question', () => {
    for (const [question, value] of Object.entries(dangerAnswers)) {
      expect(careQuestions[question as keyof typeof careQuestions]).toContain(value);
      expect(dangersIn({ [question]: value })).toEqual([question]);
    }
  });

  it('come at ten in the morning where the patient is, also when clocks change', () => {
    expect(dueAtOf('2026-03-28', 1, 'Europe/London')).toBe('2026-03-29T09:00:00.000Z');
    expect(dueAtOf('2026-03-27', 1, 'Europe/London')).toBe('2026-03-28T10:00:00.000Z');
    expect(dueAtOf('2026-03-28', 1, 'America/Los_Angeles')).toBe('2026-03-29T17:00:00.000Z');
  });

  it('know numbers of countries by their codes, and none that is not in the table', () => {
    for (const [country, number] of Object.entries(emergencyNumbers)) {
      expect(country).toMatch(/^[A-Z]{2}$/);
      expect(number).toMatch(/^\d{3,4}$/);
    }
    expect(emergencyNumber('TR')).toBe('112');
    expect(emergencyNumber('GB')).toBe('999');
    expect(emergencyNumber('AQ')).toBeNull();
    expect(emergencyNumber('toString')).toBeNull();
    expect(emergencyNumber(null)).toBeNull();
  });
});
