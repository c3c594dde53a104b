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

it('says that rows leave the console', async () => {
  const { data, asked } = provider([{ id: 'a' }], { 'Content-Range': 'clinics 100-100/101' });
  const page = { filter: {}, sort: { field: 'id', order: 'ASC' as const }, from: 100 };
  expect(await data.exportPage('clinics', page)).toEqual({ data: [{ id: 'a' }], total: 101 });
  expect(asked[0]!.url.searchParams.get('export')).toBe('true');
  expect(asked[0]!.url.searchParams.get('range')).toBe('[100,199]');
});
