import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contentRange, defineList, filterInstant, filterText, listQuery, oneOrMany } from './list';

const list = defineList({
  sort: ['at', 'name'],
  defaultSort: ['at', 'DESC'],
  filters: { state: oneOrMany(z.enum(['open', 'shut'])), city: filterText, from: filterInstant },
});
const query = listQuery(list);
const json = (given: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, JSON.stringify(value)]));
const read = (given: Record<string, unknown>) => query.parse(json(given));
const fits = (given: Record<string, unknown>) => query.safeParse(json(given)).success;

describe('a list’s query', () => {
  it('has a default for everything', () => {
    expect(query.parse({})).toEqual({
      filter: {},
      sort: { field: 'at', order: 'DESC' },
      offset: 0,
      limit: 25,
      bulk: false,
    });
  });

  it('reads what ra-data-simple-rest writes', () => {
    expect(
      read({ filter: { state: 'open', q: ' a\u0000b ' }, range: [25, 49], sort: ['name', 'ASC'] }),
    ).toEqual({
      filter: { state: ['open'], q: 'ab' },
      sort: { field: 'name', order: 'ASC' },
      offset: 25,
      limit: 25,
      bulk: false,
    });
    expect(query.parse({ export: 'true' }).bulk).toBe(true);
  });

  it('answers all of the records asked for by id at once', () => {
    expect(read({ filter: { id: ['a', 7] } })).toMatchObject({
      filter: { id: ['a', '7'] },
      limit: 100,
    });
  });

  it('sorts by id like any list, and answers the first hundred of a longer range', () => {
    expect(read({ sort: ['id', 'ASC'], range: [200, 1_199] })).toMatchObject({
      sort: { field: 'id', order: 'ASC' },
      offset: 200,
      limit: 100,
    });
  });

  it('forgets words that are none', () => {
    expect(read({ filter: { q: ' \u202e ' } }).filter).toEqual({});
  });

  it.each([
    [{ filter: { nope: 1 } }],
    [{ filter: { state: 'ajar' } }],
    [{ filter: { from: '0000-01-01T00:00:00Z' } }],
    [{ filter: { city: 7 } }],
    [{ sort: ['city', 'ASC'] }],
    [{ sort: ['at', 'UP'] }],
    [{ range: [5, 4] }],
    [{ range: [2_000_000, 2_000_001] }],
    [{ range: [1_001, 1_025] }],
    [{ page: 1 }],
  ])('refuses %j', (given) => {
    expect(fits(given)).toBe(false);
  });
});

it('names the page by the resource', () => {
  const request = { ...query.parse({}), offset: 50 };
  expect(contentRange('clinics', request, { rows: [1, 2], total: 52 })).toBe('clinics 50-51/52');
  expect(contentRange('clinics', request, { rows: [], total: 0 })).toBe('clinics */0');
  expect(contentRange('clinics', request, { rows: [1, 2], total: null })).toBe('clinics 50-51/*');
});
