import { describe, expect, it } from 'vitest';
import { allowedEvents, planMigrated, planStart, planStep, type StoredState } from './plan';
import { parcelMachine as machine } from './sample/parcel.machine';

const at = '2026-01-01T00:00:00.000Z';
const input = {
  parcelId: '6c7d6a5e-94f4-4a15-9f6c-0a5f5f6a0003',
  packWindow: 10,
  returnWindow: 20,
  at,
};
const step = (state: StoredState, type: string, more: object = {}) =>
  planStep(machine, state, Object.assign({ type, at }, more));

const open = planStart(machine, input).state;
const weighed = step(open, 'sample.weigh', { grams: 5 })!.state;
const packed = step(weighed, 'sample.pack')!.state;
const shipped = step(packed, 'sample.ship')!.state;
const returned = step(shipped, 'sample.give-back')!.state;
const states = { open, weighed, packed, shipped, returned };

const timer = (name: string, state: string) => `xstate.after.${name}.sample.parcel.${state}`;
const pack = timer('packWindow', 'open');
const giveBack = timer('return-window', 'shipped');

/** Where each event leads from each state; a state that is not named refuses it. */
const table: Record<string, Partial<Record<keyof typeof states, string>>> = {
  'sample.weigh': { open: 'open', weighed: 'open' },
  'sample.nudge': { open: 'open', weighed: 'open' },
  'sample.pack': { weighed: 'packed' },
  'sample.unpack': { packed: 'open' },
  'sample.ship': { packed: 'shipped' },
  'sample.give-back': { shipped: 'returned' },
  [pack]: { open: 'abandoned', weighed: 'abandoned' },
  [giveBack]: { shipped: 'kept' },
  'sample.unheard-of': {},
};
const cases = Object.entries(table).flatMap(([event, leads]) =>
  Object.entries(states).map(
    ([from, state]) =>
      [event, from, leads[from as keyof typeof states] ?? 'refused', state] as const,
  ),
);

describe('each event in each state', () => {
  it.each(cases)('%s in %s: %s', (event, _from, to, state) => {
    expect(step(state, event, { grams: 7 })?.value ?? 'refused').toBe(to);
  });

  it('is offered where it is accepted', () => {
    const accepted = (from: keyof typeof states) =>
      Object.keys(table).filter((event) => table[event]![from] && !event.startsWith('xstate.'));
    const always = (from: keyof typeof states) => (from === 'returned' ? [] : ['sample.break']);
    for (const from of Object.keys(states) as Array<keyof typeof states>)
      expect(allowedEvents(machine, states[from])).toEqual(
        [...accepted(from), ...always(from)].sort(),
      );
  });
});

describe('what leaves the machine', () => {
  it('are timers, by name and length', () => {
    expect(planStart(machine, input)).toMatchObject({
      armed: [{ name: pack, event: { type: pack }, delay: 10 }],
      cancelled: [],
    });
    expect(step(open, 'sample.nudge')).toMatchObject({ armed: [{ name: pack }], cancelled: [] });
    expect(step(weighed, 'sample.pack')).toMatchObject({ armed: [], cancelled: [pack] });
    expect(step(packed, 'sample.ship')).toMatchObject({ armed: [{ name: giveBack, delay: 20 }] });
  });

  it('are effects and facts, with their params', () => {
    const { parcelId } = input;
    expect(step(weighed, 'sample.pack')!.effects).toEqual([
      { type: 'sample.print-label', params: { parcelId } },
    ]);
    expect(step(packed, 'sample.ship')!.events).toEqual([
      { type: 'sample.shipped', parcelId, grams: 5 },
    ]);
  });

  it('is plain JSON', () => {
    for (const state of Object.values(states))
      expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  });
});

describe('a snapshot of another machine', () => {
  it('is refused when it names a state that is not there', () => {
    expect(() => step({ ...open, value: 'nowhere' }, 'sample.nudge')).toThrow();
  });

  it('takes the timers of its state when it was migrated', () => {
    const migrated = (
      pending: string[],
      timers: Array<[string, string]> = [],
      rung: string[] = [],
    ) =>
      planMigrated(
        machine,
        { state: shipped, timers: new Map(timers) },
        { pending, rung, at: new Date(at) },
      );
    expect(migrated([pack])).toMatchObject({
      plan: { armed: [{ name: giveBack, delay: 20 }], cancelled: [pack] },
      renames: new Map(),
    });
    expect(migrated([giveBack]).plan).toMatchObject({ armed: [], cancelled: [] });
    expect(migrated([pack], [[giveBack, pack]])).toMatchObject({
      plan: { armed: [], cancelled: [] },
      renames: new Map([[giveBack, pack]]),
    });
    // Not pending although its state waits for it: it went off, and does not do so again.
    expect(migrated([], [], [giveBack])).toMatchObject({ plan: { armed: [] }, rung: [giveBack] });
    expect(migrated([], [[giveBack, pack]], [pack])).toMatchObject({
      plan: { armed: [] },
      rung: [giveBack],
    });
    // The one that has the name already gives way.
    expect(migrated([giveBack, pack], [[giveBack, pack]])).toMatchObject({
      plan: { armed: [], cancelled: [] },
      renames: new Map([[giveBack, pack]]),
    });
    expect(() => migrated([pack], [['xstate.after.typo.sample.parcel', pack]])).toThrow('typo');
    expect(() =>
      migrated(
        [pack],
        [
          [giveBack, pack],
          [pack, pack],
        ],
      ),
    ).toThrow('two timers');
  });
});
