import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { days } from '#platform/base/duration';
import { type OutcomeEvent, outcomeMachine } from './outcome.machine';
import { type Moment, outcomePhases } from './values';

const windows = { halfYear: days(182), year: days(365), answer: days(60) };
const treated = Date.parse('2026-03-01T10:00:00Z');
const instant = (day: number) => new Date(treated + days(day)).toISOString();
const who = { offerId: 'offer', leadId: 'lead', patientId: 'patient', clinicId: 'clinic' };

const clocks = {
  planned: 'half-year-window',
  'half-year-due': 'half-year-answer-window',
  between: 'year-window',
  'year-due': 'year-answer-window',
} as const;
type Waiting = keyof typeof clocks;

/** What happens, on which day after the treatment; `ring`: the clock of the present state. */
type Step = [day: number, what: 'ring' | Moment | 'end'];

/** Walks the machine purely; what it emits and arms comes with it. */
function walk(planned: number, ...steps: Step[]) {
  let [snapshot, actions] = initialTransition(outcomeMachine, {
    ...{ ...who, windows },
    ...{ treatedAt: instant(0), at: instant(planned) },
  });
  const all = [...actions] as Array<{ type: string; params: unknown }>;
  for (const [day, what] of steps) {
    const state = snapshot.value as Waiting;
    const type =
      what === 'ring'
        ? `xstate.after.${clocks[state]}.outcomes.outcome.${state}`
        : what === 'end'
          ? 'outcomes.end'
          : 'outcomes.answer';
    const event = { type, answerId: 'one', moment: what, at: instant(day) };
    if (outcomeMachine.getTransitionData(snapshot, event as never).length === 0)
      return { refused: what };
    [snapshot, actions] = transition(outcomeMachine, snapshot, event as unknown as OutcomeEvent);
    all.push(...(actions as typeof all));
  }
  const emitted = all
    .filter(({ type }) => type === 'xstate.emit')
    .map(({ params }) => (params as { event: { type: string } }).event.type);
  const armed = all
    .filter(({ type }) => type === 'xstate.raise')
    .map(({ params }) => (params as { delay: number }).delay / days(1));
  return { at: snapshot.value, emitted, armed, context: snapshot.context };
}

describe('the two questions', () => {
  it('are asked 182 and 365 days after the treatment, not after its confirmation', () => {
    const { armed, emitted, at } = walk(14, [182, 'ring'], [190, 'half-year'], [365, 'ring']);
    expect(armed).toEqual([168, 60, 175, 60]);
    expect(at).toBe('year-due');
    expect(emitted).toEqual(['outcomes.half-year-due', 'outcomes.answered', 'outcomes.year-due']);
  });

  it('leave sixty days from the asking, also where a treatment was confirmed late', () => {
    const { armed, context } = walk(400, [400, 'ring'], [460, 'ring'], [460, 'ring']);
    expect(armed).toEqual([0, 60, 0, 60]);
    expect(context).toMatchObject({ halfYear: 'silent', year: 'open', askedAt: instant(460) });
  });

  it('are each answered or met with silence, whatever became of the other', () => {
    for (const first of ['half-year', 'ring'] as const)
      for (const second of ['year', 'ring'] as const) {
        const { at, context } = walk(
          1,
          ...([
            [182, 'ring'],
            [200, first],
            [365, 'ring'],
            [400, second],
          ] as Step[]),
        );
        expect(at).toBe('over');
        expect(context).toMatchObject({
          halfYear: first === 'ring' ? 'silent' : 'answered',
          year: second === 'ring' ? 'silent' : 'answered',
        });
      }
  });

  it('are answered once, in their time, and not the one for the other', () => {
    expect(walk(1, [2, 'half-year'])).toEqual({ refused: 'half-year' });
    const asked: Step = [182, 'ring'];
    expect(walk(1, asked, [183, 'year'])).toEqual({ refused: 'year' });
    expect(walk(1, asked, [183, 'half-year'], [184, 'half-year'])).toEqual({
      refused: 'half-year',
    });
    expect(walk(1, asked, [242, 'ring'], [243, 'half-year'])).toEqual({ refused: 'half-year' });
    expect(walk(1, asked, [242, 'ring'], [365, 'ring'], [366, 'half-year'])).toEqual({
      refused: 'half-year',
    });
  });
});

it('ends in every state in which it waits when the patient leaves, and counts no open question as silent', () => {
  const steps: Step[] = [
    [182, 'ring'],
    [183, 'half-year'],
    [365, 'ring'],
  ];
  const left = steps
    .concat([[400, 'ring']])
    .map((_, n) => walk(1, ...steps.slice(0, n), [401, 'end']));
  expect(left.map(({ at }) => at)).toEqual(['ended', 'ended', 'ended', 'ended']);
  expect(left.map(({ context }) => [context!.halfYear, context!.year])).toEqual([
    [null, null],
    [null, null],
    ['answered', null],
    ['answered', null],
  ]);
  expect(left.flatMap(({ emitted }) => emitted)).not.toContain('outcomes.unanswered');
  const over = walk(1, ...steps, [400, 'ring'], [401, 'end']);
  expect(over).toEqual({ refused: 'end' });
});

it('has no state beyond those that are stored', () => {
  expect(Object.keys(outcomeMachine.states).toSorted()).toEqual([...outcomePhases].toSorted());
});
