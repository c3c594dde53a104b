import { describe, expect, it } from 'vitest';
import { changedIn, passedIn, talksOf } from './tables';

const conversations = ['conversations', 'conversations-held-out'];
const evasions = ['evasions', 'evasions-held-out'];

/** Of a table, in percent. */
const most = { changed: 0.5, passed: 3 };

describe('masking over whole conversations', () => {
  it('has tables of the size that is promised', () => {
    const innocent = conversations.flatMap(talksOf).flat();
    expect(innocent.length).toBeGreaterThanOrEqual(1_000);
    expect(new Set(innocent.map(({ text }) => text)).size).toBeGreaterThanOrEqual(950);
    expect(innocent.flatMap(({ secret }) => secret)).toEqual([]);
    const evading = evasions.flatMap(talksOf);
    expect(evading.length).toBeGreaterThanOrEqual(300);
    expect(evading.filter((talk) => talk.every(({ secret }) => secret.length === 0))).toEqual([]);
  });

  it.each(conversations)('changes one in two hundred messages at most: %s', (table) => {
    const talks = talksOf(table);
    const changed = changedIn(talks);
    const share = (100 * changed.length) / talks.flat().length;
    console.info(`${table}: ${changed.length} messages changed, ${share.toFixed(2)} %`);
    expect(share).toBeLessThanOrEqual(most.changed);
  });

  it.each(evasions)('masks ninety-seven of a hundred evasions at least: %s', (table) => {
    const talks = talksOf(table);
    const passed = passedIn(talks);
    const share = (100 * passed.length) / talks.length;
    console.info(`${table}: ${passed.length} evasions passed, ${share.toFixed(2)} %`);
    expect(share).toBeLessThanOrEqual(most.passed);
  });
});
