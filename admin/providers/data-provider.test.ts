import { expect, it } from 'vitest';
import type { Answer } from './call';
import { createDataProvider } from './data-provider';

function provider(json: unknown, headers: Record<string, string> = {}) {
  const asked: Array<{ url: URL; method: string; body: unknown }> = [];
  const data = createDataProvider((address, options = {}) => {
    const url = new URL(address, 'http://x');
    const { method = 'GET', body = null } = options;
    asked.push({ url, method, body });
    const answer: Answer = {
      status: 200,
      headers: new Headers(headers),
      body: '',
      json,
      blob: null,
    };
    return Promise.resolve(answer);
  });
  return { data, asked };
}

it('sends an action, never a state', async () => {
  const { data, asked } = provider({
    success: true,
    message: 'Done.',
    data: { record: { id: 'a' } },
  });
  expect(await data.send('clinics', 'a/b', 'reject', { reason: 'x' })).toMatchObject({
    message: 'Done.',
  });
  expect(asked[0]).toMatchObject({ method: 'POST', body: '{"reason":"x"}' });
  expect(asked[0]!.url.pathname).toBe('/api/admin/clinics/a%2Fb/reject');
});

it('asks for a list as ra-data-simple-rest does', async () => {
  const { data, asked } = provider([{ id: 'a' }], { 'Content-Range': 'clinics 0-0/319' });
  const params = {
    filter: { status: 'pending' },
    sort: { field: 'dueAt', order: 'ASC' as const },
    pagination: { page: 2, perPage: 25 },
  };
  expect(await data.getList('clinics', params)).toEqual({ data: [{ id: 'a' }], total: 319 });
  expect(Object.fromEntries(asked[0]!.url.searchParams)).toEqual({
    filter: '{"status":"pending"}',
    range: '[25,49]',
    sort: '["dueAt","ASC"]',
  });
});

it('goes by whether there is a next page where not all rows are counted', async () => {
  const rows = Array.from({ length: 25 }, (_, n) => ({ id: String(n) }));
  const page = (n: number) => ({ filter: {}, pagination: { page: n, perPage: 25 } });
  const { data } = provider(rows, { 'Content-Range': 'clinics 0-24/*' });
  const next = (await data.getList('clinics', page(1))) as object;
  expect(next).toEqual({ data: rows, pageInfo: { hasNextPage: true, hasPreviousPage: false } });
  // The list ends at a thousand rows.
  expect((await data.getList('clinics', page(40))).pageInfo).toEqual({
    hasNextPage: false,
    hasPreviousPage: true,
  });
});

it('takes rows away until a page is not full, or all that are counted are there', async () => {
  const rows = Array.from({ length: 100 }, (_, n) => ({ id: String(n) }));
  const page = { filter: {}, sort: { field: 'id', order: 'ASC' as const }, from: 100 };
  const more = async (range: string, answered = rows) =>
    (await provider(answered, { 'Content-Range': range }).data.exportPage('clinics', page)).more;
  expect(await more('clinics 100-199/*')).toBe(true);
  expect(await more('clinics 100-199/319')).toBe(true);
  expect(await more('clinics 100-199/200')).toBe(false);
  expect(await more('clinics 100-149/*', rows.slice(0, 50))).toBe(false);
});

it('says that rows leave the console', async () => {
  const { data, asked } = provider([{ id: 'a' }], { 'Content-Range': 'clinics 100-100/101' });
  const page = { filter: {}, sort: { field: 'id', order: 'ASC' as const }, from: 100 };
  expect(await data.exportPage('clinics', page)).toEqual({ data: [{ id: 'a' }], more: false });
  expect(asked[0]!.url.searchParams.get('export')).toBe('true');
  expect(asked[0]!.url.searchParams.get('range')).toBe('[100,199]');
});
