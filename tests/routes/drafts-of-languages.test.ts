import type * as Languages from '#languages';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { directionOf, everyLocale, isLocale } from '#platform/base/locale';
import { textIn } from '#app/i18n/server';
import { signedInPatient, signedInStaff } from '../../modules/identity/testing';
import { startTestServer, type TestServer } from '../kit/http';
import { PageBrowser } from '../kit/page-browser';

/** No language needs to be a draft today: two are made one here. */
vi.hoisted(() => vi.resetModules());
// eslint-disable-next-line no-restricted-syntax -- no fake of a part: the list of languages as it was while two were drafts.
vi.mock('#languages', async (original) => {
  const { languages, ...rest } = await original<typeof Languages>();
  const draft = { draft: true } as const;
  const { de, ar } = languages;
  const changed = { ...languages, de: { ...de, ...draft }, ar: { ...ar, ...draft } };
  return {
    ...rest,
    languages: changed,
    languageOf: (locale: keyof typeof changed) => changed[locale],
  };
});

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
  return { status: answer.status, html: await answer.text() };
};
const langOf = (html: string) => /<html lang="(\w+)" dir="(\w+)"/.exec(html)?.slice(1);

it('are German and Arabic here', () => {
  expect(everyLocale.filter((locale) => !isLocale(locale))).toEqual(['de', 'ar']);
});

describe.each(everyLocale.filter((locale) => !isLocale(locale)))('a draft (%s)', (locale) => {
  const paths = [`/${locale}`, `/${locale}/about`, `/${locale}/treatments`, `/${locale}/terms`];

  it('is there for staff alone, also what its pages load, and is offered nowhere', async () => {
    const { token } = await signedInPatient(server.ctx());
    for (const path of paths)
      for (const Cookie of ['', `patient=${token}`, 'staff=made-up']) {
        const { status, html } = await page(path, { Cookie });
        expect([status, langOf(html)![0]], path).toEqual([404, 'en']);
        for (const name of ['contact', 'about', 'terms']) {
          const alone = `?_routes=${encodeURIComponent(`${locale}/routes/_public+/${name}`)}`;
          expect((await page(`/${locale}/${name}.data`, { Cookie })).status).toBe(404);
          // Nothing of a route that is not there.
          expect((await page(`/${locale}/${name}.data${alone}`, { Cookie })).html.trim()).toBe(
            '[{}]',
          );
        }
      }
    for (const path of ['/', '/tr/about', '/sitemap.xml', '/robots.txt'])
      expect((await page(path)).html, path).not.toMatch(new RegExp(`["/]${locale}["/]`));
  });

  it('is read by staff, in its own words and its own direction', async () => {
    const { token } = await signedInStaff(server.ctx());
    for (const path of paths) {
      const { status, html } = await page(path, { Cookie: `staff=${token}` });
      expect([status, ...langOf(html)!], path).toEqual([200, locale, directionOf(locale)]);
    }
    const { html } = await page(`/${locale}/about`, { Cookie: `staff=${token}` });
    expect(html).toContain(textIn(locale)('public.about.title'));
    expect(html).toContain(textIn(locale)('public.read.not_yet'));
  });

  it('is no language of a call, of a browser or of an account', async () => {
    const headers = { 'Accept-Language': locale };
    const call = await server.request('/api/leads/me', { headers });
    const { message } = (await call.json()) as { message: string };
    expect(message).toBe(textIn('en')('error.unauthenticated'));
    const { token } = await signedInPatient(server.ctx());
    const chosen = await server.request('/api/account/locale', {
      method: 'PUT',
      headers: { Cookie: `patient=${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ locale }),
    });
    expect(chosen.status).toBe(422);
    const phone = `+1646555014${everyLocale.indexOf(locale)}`;
    const browser = new PageBrowser(server);
    const send = () => browser.post(`/${locale}/login`, { intent: 'send', phone });
    expect(await send()).toBe(404);
    browser.cookies.set('staff', (await signedInStaff(server.ctx())).token);
    expect(await send()).toBe(302);
    const { rows } = await server.services.database.pool.query(
      'select locale from identity.otp_challenge where phone = $1',
      [phone],
    );
    expect(rows).toEqual([{ locale: 'en' }]);
  });
});
