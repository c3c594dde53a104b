import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { registry } from '../../workflows/registry';
import { machineDiagram, statePaths } from './diagram';

const machine = createMachine({
  id: 'sample',
  initial: 'open',
  on: { note: {}, stop: { target: '.over' } },
  states: {
    open: {
      initial: 'sorting',
      states: {
        sorting: { always: [{ guard: 'isLarge', target: 'large' }, { target: 'small' }] },
        large: { after: { 'long-window': { target: '#sample.over' } } },
        small: { type: 'final' },
      },
      onDone: 'over',
    },
    over: { type: 'final' },
  },
});

describe('the diagram of a machine', () => {
  const { states, edges } = machineDiagram(machine, ['open.large']);

  it('has every state with its parent and marks where an instance is', () => {
    expect(states).toEqual([
      { id: 'open', parent: null, type: 'compound', initial: true, current: true },
      { id: 'open.sorting', parent: 'open', type: 'atomic', initial: true, current: false },
      { id: 'open.large', parent: 'open', type: 'atomic', initial: false, current: true },
      { id: 'open.small', parent: 'open', type: 'final', initial: false, current: false },
      { id: 'over', parent: null, type: 'final', initial: false, current: false },
    ]);
  });

  it('has every event, delay, condition and end', () => {
    const words = edges.map(({ from, to, event, guard }) =>
      [`${from} → ${to}: ${event}`, ...(guard ? [`[${guard}]`] : [])].join(' '),
    );
    expect(words.sort()).toEqual([
      'open → open: note',
      'open → over: done',
      'open → over: stop',
      'open.large → over: after long-window',
      'open.sorting → open.large: always [isLarge]',
      'open.sorting → open.small: always',
    ]);
  });

  it.each(registry.flows.map((flow) => [flow.name, flow] as const))(
    'of %s leads nowhere else than to its states',
    (_name, flow) => {
      const diagram = machineDiagram(flow.machine);
      const ids = new Set(diagram.states.map(({ id }) => id));
      expect(diagram.edges.length).toBeGreaterThan(2);
      for (const { from, to, event } of diagram.edges) {
        expect([ids.has(from), ids.has(to)], `${from} ${event} ${to}`).toEqual([true, true]);
        expect(event).not.toContain('xstate');
      }
      // Every state but those in which something begins is led to.
      for (const state of diagram.states) {
        const into = diagram.edges.some(
          ({ to }) => to === state.id || to.startsWith(`${state.id}.`),
        );
        expect(into || state.initial, state.id).toBe(true);
      }
    },
  );
});

it('names a state by its path, one per region', () => {
  expect(statePaths('open')).toEqual(['open']);
  expect(statePaths({ open: { large: 'loud' } })).toEqual(['open.large.loud']);
  expect(statePaths({ both: { left: 'on', right: {} } })).toEqual(['both.left.on', 'both.right']);
});
