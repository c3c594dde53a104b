import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLocale, locales } from '#platform/locale';
import { addressIn, readAddress } from '#app/i18n/address';
import { textIn } from '#app/i18n/server';
import { startTestServer, type TestServer } from '../kit/http';
import { sourceBuild } from '../kit/server-build';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const page = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await server.request(path, {
    headers: { Accept: 'text/html', ...headers },
    redirect: 'manual',
  });
  return { status: answer.status, to: answer.headers.get('Location'), html: await answer.text() };
};
const langOf = (html: string) => /<html lang="(\w+)" dir="(\w+)"/.exec(html)?.slice(1);

describe('addresses', () => {
  it.each([
    ['/', '/tr'],
    ['/?a=b', '/tr?a=b'],
    ['/#x', '/tr#x'],
    ['/faq#x', '/tr/faq#x'],
    ['/login?redirectTo=%2Foffers', '/tr/login?redirectTo=%2Foffers'],
    ['/find-clinics/some-clinic', '/tr/find-clinics/some-clinic'],
    ['/offer/sample', '/tr/offer/sample'],
    ['/offer/1', '/offer/1'],
    ['/my-offers', '/my-offers'],
    ['/logout', '/logout'],
    ['/travel', '/travel'],
  ])('%s is %s in Turkish, and the way back', (english, turkish) => {
    expect(addressIn('tr', english)).toBe(turkish);
    expect(addressIn('tr', turkish)).toBe(turkish);
    expect(addressIn('en', turkish)).toBe(english);
  });

  it('are there once per language exactly where the routes are', async () => {
    const { routes } = await sourceBuild();
    const paths = Object.values(routes)
      .filter((route) => route!.parentId === 'root')
      .map(({ path = '' }: { path?: string } = {}) => `/${path}`);
    const others = locales.filter((locale) => locale !== defaultLocale);
    for (const path of paths.filter((one) => !one.endsWith('*'))) {
      const { locale, path: plain } = readAddress(path);
      const twins = locales.map((one) => addressIn(one, plain));
      expect(paths.filter((one) => twins.includes(one)).sort(), path).toEqual(
        locale === null ? [path] : twins.sort(),
      );
    }
    expect(paths.filter((path) => /^\/\w\w(\/|$)/.test(path)).length).toBeGreaterThan(20);
    for (const locale of others) expect(paths).toContain(`/${locale}/*`);
  });
});

describe('a public page', () => {
  it('says its language, and where it is in the others', async () => {
    for (const [path, language] of [
      ['/about', 'en'],
      ['/tr/about', 'tr'],
      ['/tr', 'tr'],
      ['/tr/login', 'tr'],
      ['/tr/clinic-register', 'tr'],
    ] as const) {
      const { status, html } = await page(path, { 'Accept-Language': 'de' });
      expect([status, ...langOf(html)!], path).toEqual([200, language, 'ltr']);
      const [english, turkish] = [addressIn('en', path), addressIn('tr', path)];
      for (const [lang, address] of [
        ['en', english],
        ['tr', turkish],
        ['x-default', english],
      ] as const)
        expect(html, path).toMatch(
          new RegExp(`<link rel="alternate" hrefLang="${lang}" href="https?://[^/"]+${address}"`),
        );
      expect(html).toMatch(new RegExp(`<link rel="canonical" href="https?://[^/"]+${path}"`));
    }
  });

  it('leads to pages in its own language, and to pages of somebody without one', async () => {
    const { html } = await page('/tr/how-it-works');
    const addresses = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href!);
    expect(addresses).toContain('/tr/login');
    // The way to the other language is the switch.
    const crossing = addresses.filter((one) => readAddress(one).locale === 'en');
    expect(crossing.filter((one) => one !== '/how-it-works')).toEqual([]);
  });

  it('is missing in its own language', async () => {
    const { status, html } = await page('/tr/nowhere-at-all');
    expect([status, ...langOf(html)!]).toEqual([404, 'tr', 'ltr']);
  });
});

describe('a page of somebody', () => {
  it('leads to the sign-in in the language that the browser chose, or asks for', async () => {
    const to = async (headers: Record<string, string>) => (await page('/my-offers', headers)).to;
    expect(await to({})).toMatch(/^\/login\?/);
    expect(await to({ 'Accept-Language': 'de, *' })).toMatch(/^\/login\?/);
    expect(await to({ 'Accept-Language': 'tr-TR,tr;q=0.9,en;q=0.8' })).toMatch(/^\/tr\/login\?/);
    expect(await to({ 'Accept-Language': 'tr', Cookie: 'locale=en' })).toMatch(/^\/login\?/);
    expect(await to({ Cookie: 'locale=tr' })).toMatch(/^\/tr\/login\?/);
    expect(await to({ Cookie: 'locale=constructor' })).toMatch(/^\/login\?/);
  });
});

describe('a call', () => {
  it('answers in the language that it names itself, not in that of a browser around it', async () => {
    const said = async (headers: Record<string, string>) => {
      const answer = await server.request('/api/leads/me', { headers });
      return ((await answer.json()) as { message: string }).message;
    };
    const [english, turkish] = locales.map((locale) => textIn(locale)('error.unauthenticated'));
    expect(turkish).not.toBe(english);
    expect(await said({})).toBe(english);
    expect(await said({ 'Accept-Language': '*' })).toBe(english);
    expect(await said({ 'Accept-Language': 'tr-TR, en;q=0.5' })).toBe(turkish);
    expect(await said({ 'Accept-Language': 'tr', 'Sec-Fetch-Site': 'same-origin' })).toBe(english);
  });
});
