import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { posts } from '#app/content/articles.server';
import { confirmClaim, publishDraft, saveDraft } from '#modules/content';
import { addressIn } from '#app/i18n/address';
import { rawRequest } from '../kit/raw-http';
import { isOfDraft, sourceRoutes, sourceBuild } from '../kit/server-build';
import { startTestServer, type TestServer } from '../kit/http';
import { someReviewer } from '../kit/clinics';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

/** One that is kept carries a tag; one that is made for its reader alone is not to be stored. */
const isKept = (answer: Response) => answer.headers.get('ETag') !== null;
const ask = (path: string, headers: Record<string, string> = {}) =>
  server.request(path, { headers: { Accept: 'text/html', ...headers } });
/** Asks until the page is there in its compressed forms, as it is a moment after it was made. */
const keep = async (path: string) => {
  await (await ask(path)).text();
  await expect
    .poll(async () => (await ask(path, { 'Accept-Encoding': 'br' })).headers.get('Content-Length'))
    .not.toBeNull();
};
/** One of the pages of a route. */
const pathOf = (id: string): string =>
  addressIn(id.startsWith('tr/') ? 'tr' : 'en', plainPathOf(id));
const plainPathOf = (id: string): string =>
  `/${id.split('/').at(-1)!.replaceAll('.', '/')}`
    .replace(/\/?_index$/, '')
    .replace('$category', 'dental')
    .replace('$treatment', 'dental-implants')
    .replace('blog/$slug', `blog/${posts('en')[0]!.slug}`) || '/';
const policyOf = (answer: Response) => answer.headers.get('Content-Security-Policy')!;

describe('pages that are kept for visitors', () => {
  it('are the public ones that say so, and no others', async () => {
    const { routes } = await sourceBuild();
    const kept = sourceRoutes()
      .filter(({ id }) => (routes[id!]!.module.handle as { kept?: boolean } | undefined)?.kept)
      .map(({ id }) => id!)
      .filter((id) => !isOfDraft(`/${id}`));
    expect(kept.length).toBeGreaterThan(10);
    for (const id of kept) expect(id).toMatch(/^(\w\w\/)?routes\/_public\+\//);
    for (const id of kept) expect(isKept(await ask(pathOf(id))), id).toBe(true);
    for (const path of [
      '/login',
      '/clinic-login',
      '/find-clinics',
      '/success-stories',
      '/nowhere',
      '/offline',
      '/tr/login',
    ])
      expect(isKept(await ask(path)), path).toBe(false);
  });

  it('are rendered once, and are the same for everybody', async () => {
    await keep('/');
    const [first, second] = await Promise.all([ask('/'), ask('/', { 'Accept-Encoding': 'gzip' })]);
    const html = await first.text();
    expect(await second.text()).toBe(html);
    expect(first.headers.get('ETag')).toBe(second.headers.get('ETag'));
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=0, s-maxage=60');
    expect(first.headers.get('Vary')).toMatch(/Cookie/);
    expect(first.headers.get('Vary')).toMatch(/Accept-Encoding/);
    expect(first.headers.get('Set-Cookie')).toBeNull();
    expect(first.headers.get('X-Request-Id')).not.toBe(second.headers.get('X-Request-Id'));
    expect(html).not.toMatch(/nonce/);
  });

  it('bring no script along, and let none run but files of ours', async () => {
    for (const answer of [await ask('/'), await ask('/')]) {
      const policy = policyOf(answer);
      expect(policy).not.toMatch(/nonce|strict-dynamic|unsafe/);
      expect(policy).toMatch(/script-src 'self'(;|$)/);
      // What says things to search engines is data, which no policy runs or stops.
      const scripts = [...(await answer.text()).matchAll(/<script(?![^>]*ld\+json)[^>]*>/g)];
      expect(scripts).toHaveLength(1);
      expect(scripts[0]![0]).toMatch(/src="\/[^"]+"/);
    }
  });

  it('come compressed as their reader asks, and not at all when it has them', async () => {
    await keep('/');
    const plain = await ask('/', { 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('Content-Encoding')).toBeNull();
    const html = await plain.text();
    for (const encoding of ['br', 'gzip']) {
      const answer = await ask('/', { 'Accept-Encoding': encoding });
      expect(answer.headers.get('Content-Encoding')).toBe(encoding);
      // What `fetch` hands over is unpacked.
      expect(await answer.text()).toBe(html);
    }
    const tag = (await ask('/')).headers.get('ETag')!;
    // `fetch` would ask a conditional request past every cache.
    const again = await rawRequest(server.listening.port, [
      'GET / HTTP/1.1',
      `Host: localhost:${server.listening.port}`,
      'Connection: close',
      `If-None-Match: ${tag}`,
    ]);
    expect([again.status, again.body]).toEqual([304, '']);
    expect(again.headers['cache-control']).toBe('public, max-age=0, s-maxage=60');
    const head = await server.request('/', { method: 'HEAD' });
    expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, tag, '']);
  });

  it('are nobody else’s: a cookie, a query or an authorization makes a page of its own', async () => {
    await keep('/');
    const strange = `strange-${randomUUID()}`;
    const own = [
      ['Cookie', `patient=${strange}`],
      ['Cookie', 'x=1'],
      ['Authorization', strange],
    ] as const;
    for (const [name, value] of own)
      expect(isKept(await ask('/', { [name]: value })), value).toBe(false);
    for (const path of [`/?${strange}=1`, '/?preview=draft', '/?', '/About', '/about/'])
      expect(isKept(await ask(path)), path).toBe(false);
  });

  it('cannot be poisoned by what else a request says', async () => {
    const word = `poison${randomUUID()}`;
    await (
      await ask('/', {
        'X-Forwarded-Host': `${word}.example`,
        'X-Forwarded-Proto': word,
        'X-Original-Url': `/${word}`,
        'X-Rewrite-Url': `/${word}`,
        'Accept-Language': word,
        'User-Agent': word,
        Referer: `https://${word}.example/`,
        Origin: server.url,
        Range: 'bytes=0-1',
      })
    ).text();
    const answer = await ask('/');
    const said = JSON.stringify([...answer.headers]) + (await answer.text());
    expect(answer.status).toBe(200);
    expect(said).not.toContain(word);
    expect(said).toContain('</html>');
  });

  it('are one per language: no header and no cookie of another reader changes which', async () => {
    const langOf = async (path: string, language: string) =>
      /<html lang="(\w+)"/.exec(
        await (await ask(path, { 'Accept-Language': language })).text(),
      )?.[1];
    for (const said of ['tr', 'en', 'tr'])
      for (const [path, language] of [
        ['/', 'en'],
        ['/tr', 'tr'],
        ['/about', 'en'],
        ['/tr/about', 'tr'],
      ] as const)
        expect(await langOf(path, said), `${path} asked in ${said}`).toBe(language);
  });

  it('show what staff publish at once', async () => {
    const staff = server.ctx(someReviewer('admin'));
    const value = `${randomUUID().slice(0, 8)}+`;
    await keep('/');
    const figures = [{ key: 'patients', value, confirmed: false }];
    await saveDraft(staff, { key: 'figures', value: figures });
    expect(await (await ask('/')).text()).not.toContain(value);
    await publishDraft(staff, { key: 'figures' });
    expect(await (await ask('/')).text()).not.toContain(value);
    await confirmClaim(staff, { key: 'figures', index: 0 });
    expect(await (await ask('/')).text()).toContain(value);
  });

  it('are not kept when the content could not be read', async () => {
    const { pool } = server.services.database;
    await pool.query('alter table content.entry rename to entry_away');
    const bare = await ask('/about');
    expect([bare.status, isKept(bare)]).toEqual([200, false]);
    expect(bare.headers.get('Cache-Control')).toBe('no-store');
    await pool.query('alter table content.entry_away rename to entry');
    expect(isKept(await ask('/about'))).toBe(true);
  });
});
