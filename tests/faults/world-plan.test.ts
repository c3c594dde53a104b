import { describe, expect, it } from 'vitest';
import { History } from '../../trials/world/history';
import { faultKinds, linesOf, makePlan } from '../../trials/world/plan';

const minute = 60_000;

describe('the plan of a world', () => {
  it('follows from its seed alone', () => {
    expect(makePlan(7, minute)).toEqual(makePlan(7, minute));
    expect(linesOf(makePlan(7, minute))).not.toEqual(linesOf(makePlan(8, minute)));
  });

  it('has everybody do something within its time, in order, each step with an end to its dice', () => {
    const { people, steps, lasts } = makePlan(3, 2 * minute);
    expect(new Set(steps.map(({ who }) => who))).toEqual(new Set(people.map(({ name }) => name)));
    expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).sort((a, b) => a - b));
    expect(steps.every(({ at, dice }) => at < lasts && Number.isInteger(dice))).toBe(true);
    expect(new Set(steps.map(({ sent }) => sent))).toEqual(new Set(['once', 'again', 'at-once']));
  });

  it('breaks each kind of thing in one of a few worlds, never before the first have come, and rushes once a minute', () => {
    const plans = Array.from({ length: 12 }, (_, seed) => makePlan(seed, 2 * minute));
    const kinds = new Set(plans.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual(Object.keys(faultKinds).sort());
    for (const { faults, jumps } of plans) {
      expect(Math.min(...faults.map(({ at }) => at))).toBeGreaterThanOrEqual(9_000);
      expect(jumps.filter(({ rush }) => rush)).toHaveLength(2);
    }
  });
});

describe('the history of a world', () => {
  it('finds what was planted in a text, and nothing else', () => {
    const history = new History(1);
    const word = history.plant('patient-1', 'notes');
    history.plantAs('13122000037', 'patient-1', 'contact');
    const text = `It hurts. ${word.toUpperCase()} tel:+13122000037, zqxbabababababa, 13122000038`;
    expect(history.heldBy(text)).toEqual([word, '13122000037']);
  });

  it('says when the product’s clock showed a time, also where it jumped over it', () => {
    const history = new History(1);
    history.shifts.push({ since: 10_000, shift: 60_000 }, { since: 20_000, shift: 90_000 });
    expect(history.realOf(5_000)).toBe(5_000);
    expect(history.realOf(40_000)).toBe(10_000);
    expect(history.realOf(75_000)).toBe(15_000);
    expect(history.realOf(100_000)).toBe(20_000);
  });
});
