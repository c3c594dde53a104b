import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { hours } from '#platform/base/duration';
import { type AskEvent, askMachine } from './ask.machine';
import { askStates } from './values';

const published = Date.parse('2026-03-01T10:00:00Z');
const instant = (hour: number) => new Date(published + hours(hour)).toISOString();
const ids = { leadId: 'lead', patientId: 'patient', clinicId: 'clinic' };
const window = hours(24);

const events = {
  hold: { type: 'leads.ask-publish', keepsPlace: true },
  publish: { type: 'leads.ask-publish', keepsPlace: false },
  answer: { type: 'leads.ask-answer' },
  refuse: { type: 'leads.ask-refuse', reason: 'fully-booked' },
  close: { type: 'leads.ask-end', because: 'request' },
  shut: { type: 'leads.ask-end', because: 'clinic' },
  ring: { type: 'xstate.after.place-window.leads.ask.held' },
} as const satisfies Record<string, AskEvent | { type: string }>;
type What = keyof typeof events;

/** Walks the machine purely, an event at each hour that is named; null where it takes no such event. */
function walk(...steps: Array<[hour: number, what: What]>) {
  let [snapshot] = initialTransition(askMachine, { ...ids, window, at: instant(-1) });
  const all: Array<{ type: string; params: unknown }> = [];
  for (const [hour, what] of steps) {
    const event = { ...events[what], at: instant(hour) };
    if (askMachine.getTransitionData(snapshot, event as never).length === 0) return null;
    const [next, actions] = transition(askMachine, snapshot, event as never);
    snapshot = next;
    all.push(...(actions as typeof all));
  }
  const params = (type: string) => all.filter((one) => one.type === type).map((one) => one.params);
  return {
    at: snapshot.value,
    context: snapshot.context,
    emitted: params('xstate.emit').map((one) => (one as { event: { type: string } }).event.type),
    armed: params('xstate.raise').map((one) => (one as { delay: number }).delay / hours(1)),
  };
}

/** Where each state is reached, and which events it takes. */
const reached: Record<(typeof askStates)[number], Array<[number, What]>> = {
  waiting: [],
  held: [[0, 'hold']],
  open: [[0, 'publish']],
  answered: [
    [0, 'hold'],
    [1, 'answer'],
  ],
  refused: [
    [0, 'hold'],
    [1, 'refuse'],
  ],
  ended: [[0, 'shut']],
};
const takes: Record<(typeof askStates)[number], What[]> = {
  waiting: ['hold', 'publish', 'close', 'shut'],
  held: ['answer', 'refuse', 'close', 'shut', 'ring'],
  open: ['answer', 'refuse', 'close', 'shut'],
  answered: [],
  refused: [],
  ended: [],
};

describe.each(askStates)('%s', (state) => {
  it('is where its events lead to', () => expect(walk(...reached[state])?.at).toBe(state));

  it.each(Object.keys(events) as What[])('takes %s, or does not', (what) => {
    expect(walk(...reached[state], [2, what]) !== null).toBe(takes[state].includes(what));
  });
});

describe('a place that is kept', () => {
  it('is kept for a day from the publication', () => {
    const { at, armed, emitted } = walk([0, 'hold'], [24, 'ring'])!;
    expect(armed).toEqual([24]);
    expect(at).toBe('open');
    expect(emitted).toEqual(['leads.clinic-asked', 'leads.ask-lapsed']);
  });

  it('is given back by a refusal, by the end of the request and by a clinic that is shut', () => {
    expect(walk([0, 'hold'], [3, 'refuse'])).toMatchObject({
      at: 'refused',
      context: { refusal: 'fully-booked' },
      emitted: ['leads.clinic-asked', 'leads.ask-refused'],
    });
    expect(walk([0, 'hold'], [3, 'close'])).toMatchObject({
      at: 'ended',
      context: { endedBecause: 'request' },
      emitted: ['leads.clinic-asked'],
    });
    expect(walk([0, 'hold'], [3, 'shut'])).toMatchObject({
      at: 'ended',
      context: { endedBecause: 'clinic' },
      emitted: ['leads.clinic-asked', 'leads.ask-ended'],
    });
  });

  it('is none of a clinic beyond those that may be kept, which may answer all the same', () => {
    const { armed, emitted } = walk([0, 'publish'])!;
    expect(armed).toEqual([]);
    expect(emitted).toEqual(['leads.clinic-asked']);
    expect(walk([0, 'publish'], [30, 'answer'])?.at).toBe('answered');
  });
});
