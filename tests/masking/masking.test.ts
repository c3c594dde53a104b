import { describe, expect, it } from 'vitest';
import { changedIn, passedIn, talksOf } from './tables';

const shareOf = (some: number, all: number): string =>
  `${some} of ${all}, ${((100 * some) / all).toFixed(1)} %`;

describe('masking over whole conversations', () => {
  it('has tables of the size that is promised', () => {
    const innocent = [...talksOf('conversations'), ...talksOf('conversations-held-out')].flat();
    const evasions = [...talksOf('evasions'), ...talksOf('evasions-held-out')];
    expect(innocent.length).toBeGreaterThanOrEqual(1_000);
    expect(new Set(innocent.map(({ text }) => text)).size).toBeGreaterThanOrEqual(950);
    expect(innocent.flatMap(({ secret }) => secret)).toEqual([]);
    expect(evasions.length).toBeGreaterThanOrEqual(300);
    for (const talk of evasions) expect(talk.flatMap(({ secret }) => secret)).not.toEqual([]);
  });

  it.each(['conversations', 'conversations-held-out'])('leaves what is innocent: %s', (table) => {
    const talks = talksOf(table);
    const changed = changedIn(talks);
    const all = talks.flat().length;
    console.info(`${table}: changed ${shareOf(changed.length, all)}`);
    expect(changed.length / all).toBeLessThan(0.2);
  });

  it.each(['evasions', 'evasions-held-out'])('masks what is hidden among it: %s', (table) => {
    const talks = talksOf(table);
    const passed = passedIn(talks);
    console.info(`${table}: passed ${shareOf(passed.length, talks.length)}`);
    expect(passed.length / talks.length).toBeLessThan(0.26);
  });
});
