import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  defaultLocale,
  directionOf,
  everyLocale,
  locales,
  type Locale,
} from '#platform/base/locale';
import { addressIn, readAddress } from '#app/i18n/address';
import { textIn } from '#app/i18n/server';
import { signedInPatient, signedInStaff } from '../../modules/identity/testing';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits, holdCode, tryCode } from '../kit/identity';
import { PageBrowser } from '../kit/page-browser';
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
    const others = everyLocale.filter((locale) => locale !== defaultLocale);
    for (const path of paths.filter((one) => !one.endsWith('*'))) {
      const { locale, path: plain } = readAddress(path);
      const twins = everyLocale.map((one) => addressIn(one, plain));
      expect(paths.filter((one) => twins.includes(one)).sort(), path).toEqual(
        locale === null ? [path] : twins.sort(),
      );
    }
    expect(paths.filter((path) => /^\/\w\w(\/|$)/.test(path)).length).toBeGreaterThan(20);
    for (const locale of others) expect(paths).toContain(`/${locale}/*`);
  });
});

describe('a long text', () => {
  const notYet = textIn('en')('public.read.not_yet');

  it('says to our team alone that it was not checked by a native speaker', async () => {
    const paths = ['/about', '/terms', '/treatments/dental', '/treatments/dental/root-canal'];
    const { token } = await signedInStaff(server.ctx());
    for (const path of paths) {
      expect((await page(path)).html, path).not.toContain(notYet);
      expect((await page(path, { Cookie: `staff=${token}` })).html, path).toContain(notYet);
    }
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
      ['/de/about', 'de'],
      ['/ar/login', 'ar'],
    ] as const) {
      const { status, html } = await page(path, { 'Accept-Language': 'ja' });
      expect([status, ...langOf(html)!], path).toEqual([200, language, directionOf(language)]);
      for (const [lang, address] of [
        ...locales.map((locale) => [locale, addressIn(locale, path)] as const),
        ['x-default', addressIn(defaultLocale, path)] as const,
      ])
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
    // The way to the other language is the switch, a form.
    expect(addresses.filter((one) => readAddress(one).locale === 'en')).toEqual([]);
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
    expect(await to({ 'Accept-Language': 'ja, *' })).toMatch(/^\/login\?/);
    expect(await to({ 'Accept-Language': 'ar-SA, en;q=0.5' })).toMatch(/^\/ar\/login\?/);
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
    const byBrowser = { 'Accept-Language': 'tr', 'Sec-Fetch-Site': 'same-origin' };
    expect(await said(byBrowser)).toBe(english);
    expect(await said({ ...byBrowser, 'X-Page-Language': 'ja' })).toBe(english);
    const onTurkishPage = { 'Accept-Language': 'en', 'X-Page-Language': 'tr' };
    expect(await said({ ...onTurkishPage, 'Sec-Fetch-Site': 'same-origin' })).toBe(turkish);
  });
});

describe('the choice of a language', () => {
  const isKept = (answer: Response) => answer.headers.get('ETag') !== null;

  it('is a form on every page, which leads to the same page and is remembered', async () => {
    const browser = new PageBrowser(server);
    for (const [path, to] of [
      ['/faq?x=1', '/tr/faq?x=1'],
      ['/login?redirectTo=%2Fmy-offers', '/tr/login?redirectTo=%2Fmy-offers'],
      ['/', '/tr'],
    ] as const) {
      const html = await (await server.request(path)).text();
      expect(html).toMatch(/<form[^>]* action="\/language"/);
      expect(html).toContain(`name="to" value="${path}"`);
      expect(html).toMatch(/<button[^>]*lang="tr"[^>]*>.*?Türkçe/);
      expect(await browser.post('/language', { locale: 'tr', to: path })).toBe(302);
      expect(browser.location).toBe(to);
    }
    expect(browser.cookies.get('locale')).toBe('tr');
    expect(await browser.get('/my-offers')).toBe(302);
    expect(browser.location).toMatch(/^\/tr\/login\?/);
    await browser.post('/language', { locale: 'en', to: '/tr/faq' });
    expect(browser.location).toBe('/faq');
    expect(browser.cookies.get('locale')).toBe('en');
  });

  it('is made without script, where a link leads to it as well', async () => {
    const browser = new PageBrowser(server);
    expect(await browser.get('/language')).toBe(200);
    expect(langOf(browser.html)![0]).toBe('en');
    await browser.post('/language', { locale: 'tr' });
    expect(browser.location).toBe('/tr');
    expect(await browser.get('/language')).toBe(200);
    expect(langOf(browser.html)![0]).toBe('tr');
  });

  it('leads nowhere else, and takes no language that is not there', async () => {
    const browser = new PageBrowser(server);
    for (const to of ['https://evil.example', '//evil.example', '/\\evil.example', '']) {
      expect(await browser.post('/language', { locale: 'en', to }), to).toBe(302);
      expect(browser.location, to).toBe('/');
    }
    for (const locale of ['ja', 'TR', 'constructor', ''])
      expect(await browser.post('/language', { locale, to: '/' }), locale).toBe(422);
    expect(browser.cookies.get('locale')).toBe('en');
  });

  it('changes nothing in the pages that visitors share', async () => {
    const headers = { Accept: 'text/html' };
    const before = await (await server.request('/faq', { headers })).text();
    const chosen = await server.request('/faq', { headers: { ...headers, Cookie: 'locale=tr' } });
    expect(isKept(chosen)).toBe(false);
    expect(langOf(await chosen.text())![0]).toBe('en');
    const after = await server.request('/faq', { headers });
    expect(isKept(after)).toBe(true);
    expect(await after.text()).toBe(before);
  });

  it('leaves the digits to whoever is signed in: pages that visitors share keep theirs', async () => {
    const digitsOf = (html: string) => /<html [^>]*data-digits="(\w+)"/.exec(html)?.[1] ?? null;
    const { token } = await signedInPatient(server.ctx());
    const browser = new PageBrowser(server);
    browser.cookies.set('patient', token);
    expect(await browser.post('/language', { locale: 'ar', to: '/profile/personal' })).toBe(302);
    await browser.get('/profile/personal');
    expect(browser.html).toContain('٠');
    expect(digitsOf(browser.html)).toBeNull();
    const choice = { intent: 'digits', digits: 'own', to: '/profile/personal' };
    expect(await browser.post('/language', choice)).toBe(302);
    expect(browser.location).toBe('/profile/personal');
    for (const path of ['/profile/personal', '/my-offers', '/ar/faq']) {
      await browser.get(path);
      expect(digitsOf(browser.html), path).toBe('own');
    }
    const visitor = await page('/ar/faq', { Cookie: 'digits=own' });
    expect([visitor.status, digitsOf(visitor.html)]).toEqual([200, null]);
    for (const digits of ['', 'thai', 'constructor'])
      expect(await browser.post('/language', { ...choice, digits }), digits).toBe(422);
    await browser.post('/language', { locale: 'en', to: '/my-offers' });
    await browser.get('/my-offers');
    expect(digitsOf(browser.html)).toBeNull();
  });

  it('is that of both accounts of a browser, and of nobody else', async () => {
    const ctx = server.ctx();
    const [patient, other] = [await signedInPatient(ctx), await signedInPatient(ctx)];
    const clinic = await signedInClinic(ctx, { state: 'approved' });
    const browser = new PageBrowser(server);
    browser.cookies.set('patient', patient.token).set('clinic', clinic.token);
    await browser.post('/language', { locale: 'tr', to: '/my-offers' });
    expect(browser.location).toBe('/my-offers');
    browser.cookies.delete('locale');
    for (const path of ['/my-offers', '/clinic/dashboard']) {
      expect(await browser.get(path)).toBe(200);
      expect(langOf(browser.html)![0], path).toBe('tr');
    }
    const { html } = await page('/my-offers', { Cookie: `patient=${other.token}` });
    expect(langOf(html)![0]).toBe('en');
  });

  it('can be made by a call, each account for itself', async () => {
    const ctx = server.ctx();
    const [patient, clinic] = [
      await signedInPatient(ctx),
      await signedInClinic(ctx, { state: 'pending' }),
    ];
    const put = async (path: string, cookie: string, body: unknown) => {
      const answer = await server.request(path, {
        method: 'PUT',
        headers: { Cookie: cookie, 'Content-Type': 'application/json', Origin: server.url },
        body: JSON.stringify(body),
      });
      const { data, code } = (await answer.json()) as { data?: unknown; code?: string };
      return { status: answer.status, data, code };
    };
    const at = '/api/account/locale';
    const both = `patient=${patient.token}; clinic=${clinic.token}`;
    expect(await put(at, '', { locale: 'tr' })).toMatchObject({ status: 401 });
    expect(await put(at, both, { locale: 'tr' })).toMatchObject({
      status: 409,
      code: 'which_session',
    });
    expect(await put(at, both, { locale: 'de' })).not.toMatchObject({ status: 200 });
    expect(await put(`${at}?as=clinic`, both, { locale: 'tr' })).toEqual({
      status: 200,
      data: { locale: 'tr' },
    });
    const lang = async (path: string, cookie: string) =>
      langOf((await page(path, { Cookie: cookie })).html)![0];
    expect(await lang('/clinic/pending-approval', both)).toBe('tr');
    expect(await lang('/my-offers', both)).toBe('en');
    expect(await put(at, `patient=${patient.token}`, { locale: 'fr' })).toMatchObject({
      status: 422,
    });
    expect(await put(at, `patient=${patient.token}`, { locale: 'tr' })).toMatchObject({
      status: 200,
    });
    expect(await lang('/my-offers', both)).toBe('tr');
  });
});

describe('a sign-in', () => {
  const localeAfter = async (phone: string, said: { locale: Locale; localeIsSaid: boolean }) => {
    await forgetLimits(server);
    const ctx = { ...server.ctx(), ...said };
    const held = await holdCode(ctx, phone);
    const { session } = await tryCode(ctx, held, held.code);
    const { html } = await page('/my-offers', { Cookie: `patient=${session.token}` });
    return langOf(html)![0];
  };

  it('in Turkish is a choice; one at the address that everybody meets first is none', async () => {
    const { phone } = await signedInPatient(server.ctx());
    expect(await localeAfter(phone, { locale: 'en', localeIsSaid: true })).toBe('en');
    expect(await localeAfter(phone, { locale: 'tr', localeIsSaid: false })).toBe('en');
    expect(await localeAfter(phone, { locale: 'tr', localeIsSaid: true })).toBe('tr');
    expect(await localeAfter(phone, { locale: 'en', localeIsSaid: true })).toBe('tr');
  });
});
