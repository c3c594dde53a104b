import { describe, expect, it } from 'vitest';
import { defineCall, type Method } from '#platform/base/call';
import { callTable, segmentsOf } from './call-table';

const entry = (route: `${Method} ${string}`) => ({
  call: defineCall({ id: route, route, summary: '', audience: 'public' }),
});
const entries = [
  entry('POST /leads'),
  entry('GET /leads/me'),
  entry('GET /leads/{phoneNumber}'),
  entry('POST /leads/{leadId}/cancel'),
  entry('GET /drafts/me'),
  entry('PUT /drafts/me'),
  entry('GET /admin/leads/{id}'),
  entry('GET /admin/leads/{id}/photos/{photoId}'),
];
const find = callTable([...entries, entry('GET /speak')]);
const at = (pathname: string) => {
  const place = find(segmentsOf(pathname));
  return place && { path: place.path, params: place.params };
};

describe('an address', () => {
  it.each([
    ['/leads', '/leads', {}],
    ['/leads/me', '/leads/me', {}],
    ['/leads/you', '/leads/{phoneNumber}', { phoneNumber: 'you' }],
    ['/leads/me/cancel', '/leads/{leadId}/cancel', { leadId: 'me' }],
    ['/admin/leads/1', '/admin/leads/{id}', { id: '1' }],
    ['/admin/leads/1/photos/2', '/admin/leads/{id}/photos/{photoId}', { id: '1', photoId: '2' }],
  ])('%s is %s', (pathname, path, params) => {
    expect(at(pathname)).toEqual({ path, params });
  });

  it.each([
    '/',
    '/lead',
    '/leads/me/more',
    '/leads//cancel',
    '/admin/leads',
    '//leads',
    '/{x}',
    '/spea\u212a',
  ])('%s is none', (pathname) => {
    expect(at(pathname)).toBeUndefined();
  });

  it('may be written in any case, with escapes and with slashes at its end', () => {
    for (const pathname of ['/LEADS/Me', '/%6Ceads/me', '/leads/me/', '/leads/me///'])
      expect(at(pathname)?.path, pathname).toBe('/leads/me');
  });

  it('keeps what stands for a placeholder as it was meant', () => {
    expect(at('/leads/%2B90%20A%2fb')?.params).toEqual({ phoneNumber: '+90 A/b' });
    expect(at('/leads/%252f')?.params).toEqual({ phoneNumber: '%2f' });
  });

  it('has an entry for each of its methods', () => {
    expect(find(['drafts', 'me'])?.entries).toEqual([entries[4], entries[5]]);
  });
});

describe('two calls that no request could tell apart', () => {
  it.each(['GET /leads/me', 'GET /LEADS/me', 'DELETE /leads/{id}'] as const)(
    'are refused: %s',
    (route) => {
      expect(() => callTable([...entries, entry(route)])).toThrow('is there already');
    },
  );
});
