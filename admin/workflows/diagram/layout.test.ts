import { describe, expect, it } from 'vitest';
import type { MachineDiagram } from '#platform/lists/console-records';
import { machineDiagram } from '#engine/testing';
import { registry } from '../../../workflows/registry';
import { wordsOf } from './arrows';
import { drawingOf, type Area, type DrawnState } from './layout';

const machines = registry.flows.map(
  ({ name, machine }) => [name, machineDiagram(machine)] as const,
);

const overlaps = (a: Area, b: Area): boolean =>
  Math.abs(a.x - b.x) * 2 < a.width + b.width - 1 &&
  Math.abs(a.y - b.y) * 2 < a.height + b.height - 1;

const isAround = (outer: Area, inner: Area): boolean =>
  outer.x - outer.width / 2 <= inner.x - inner.width / 2 &&
  outer.x + outer.width / 2 >= inner.x + inner.width / 2 &&
  outer.y - outer.height / 2 <= inner.y - inner.height / 2 &&
  outer.y + outer.height / 2 >= inner.y + inner.height / 2;

const pairs = <T>(list: readonly T[]): Array<[T, T]> =>
  list.flatMap((a, at) => list.slice(at + 1).map((b): [T, T] => [a, b]));

/** What one sees of a state: its box, or its name when others are inside. */
const seenOf = ({ area, tag }: DrawnState): Area => tag ?? area;

describe.each(machines)('the drawing of %s', (_name, diagram) => {
  const drawing = drawingOf(diagram);

  it('shows every state and every transition with its words', () => {
    expect(drawing.states.map(({ id }) => id).sort()).toEqual(
      diagram.states.map(({ id }) => id).sort(),
    );
    const inside = drawing.states.flatMap(({ stays }) => stays);
    expect([...inside, ...drawing.arrows.flatMap(({ lines }) => lines)].sort()).toEqual(
      diagram.edges.map(wordsOf).sort(),
    );
  });

  it('lays nothing over anything else', () => {
    const words = drawing.arrows.flatMap(({ label }) => (label ? [label] : []));
    const all = [...drawing.states.map(seenOf), ...words];
    expect(pairs(all).filter(([a, b]) => overlaps(a, b))).toEqual([]);
  });

  it('keeps inner states inside of outer ones and all of it on the sheet', () => {
    const areaOf = (id: string) => drawing.states.find((state) => state.id === id)!.area;
    for (const { id, parent } of diagram.states)
      if (parent !== null) expect(isAround(areaOf(parent), areaOf(id)), id).toBe(true);
    const { width, height } = drawing;
    const sheet = { x: width / 2, y: height / 2, width, height };
    for (const { id, area } of drawing.states) expect(isAround(sheet, area), id).toBe(true);
  });

  it('draws an arrow with a beginning and an end for each pair', () => {
    for (const { key, points } of drawing.arrows) expect(points.length, key).toBeGreaterThan(1);
  });
});

const state = (id: string, rest: Partial<MachineDiagram['states'][number]> = {}) => ({
  id,
  parent: id.includes('.') ? id.slice(0, id.lastIndexOf('.')) : null,
  type: 'atomic' as const,
  initial: false,
  current: false,
  ...rest,
});

describe('a drawing', () => {
  it('joins transitions of the same pair in one arrow with a line each', () => {
    const { arrows } = drawingOf({
      states: [state('open'), state('done')],
      edges: [
        { from: 'open', to: 'done', event: 'pay', guard: null },
        { from: 'open', to: 'done', event: 'waive', guard: 'isAdmin' },
      ],
    });
    expect(arrows.map(({ lines }) => lines)).toEqual([['pay', 'waive [isAdmin]']]);
  });

  it('leads to a state with others inside and to where it begins; what stays is written in it', () => {
    const { arrows, states } = drawingOf({
      states: [
        state('open'),
        state('box', { type: 'compound' }),
        state('box.first', { initial: true }),
      ],
      edges: [
        { from: 'open', to: 'box', event: 'go', guard: null },
        { from: 'box', to: 'box', event: 'tick', guard: null },
        { from: 'box', to: 'box.first', event: 'again', guard: null },
      ],
    });
    expect(arrows.map(({ lines, initial }) => [initial, ...lines])).toEqual([
      [true],
      [false, 'go'],
      [false, 'again'],
    ]);
    expect(states.find(({ id }) => id === 'box')!.stays).toEqual(['tick']);
  });

  it('lies the same whatever state is current', () => {
    const places = (current: boolean) => {
      const { states } = drawingOf({ states: [state('a', { current }), state('b')], edges: [] });
      return states.map(({ area }) => area);
    };
    expect(places(true)).toEqual(places(false));
  });

  it('of nothing is empty', () => {
    expect(drawingOf({ states: [], edges: [] }).states).toEqual([]);
  });
});
