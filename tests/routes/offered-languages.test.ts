import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLocale, directionOf, locales, nameOf } from '#platform/base/locale';
import { addressIn } from '#app/i18n/address';
import { textIn } from '#app/i18n/server';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { translations } from '../kit/languages';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await server.request(path, { headers: { Accept: 'text/html', ...headers } });
  return { status: answer.status, text: await answer.text() };
};
const htmlIn = (locale: (typeof locales)[number]): string =>
  `<html lang="${locale}" dir="${directionOf(locale)}"`;

describe.each(translations)('a language that is offered (%s)', (locale) => {
  it('has public pages of its own, which name those of every other', async () => {
    for (const plain of ['/', '/about', '/login', '/treatments/dental']) {
      const path = addressIn(locale, plain);
      const { status, text } = await read(path);
      expect([status, text.includes(htmlIn(locale))], path).toEqual([200, true]);
      for (const other of locales)
        expect(text, path).toMatch(
          new RegExp(`hrefLang="${other}" href="https?://[^/"]+${addressIn(other, plain)}"`),
        );
      expect(text).toMatch(new RegExp(`og:image" content="[^"]+\\.${locale}\\.png"`));
    }
    expect((await read(`/${locale}/nowhere`)).text).toContain(htmlIn(locale));
  });

  it('is one of the choice on each page, of the site map and of what robots leave alone', async () => {
    expect((await read('/about')).text).toMatch(
      new RegExp(`<button[^>]*lang="${locale}"[^>]*>.*?${nameOf(locale)}`),
    );
    expect((await read('/sitemap.xml')).text).toContain(`${addressIn(locale, '/about')}<`);
    expect((await read('/robots.txt')).text).toContain(`Disallow: ${addressIn(locale, '/search')}`);
  });

  it('is one of calls and of accounts', async () => {
    const asked = await read('/api/leads/me', { 'Accept-Language': locale });
    expect(asked.text).toContain(textIn(locale)('error.unauthenticated'));
    expect(textIn(locale)('error.unauthenticated')).not.toBe(
      textIn(defaultLocale)('error.unauthenticated'),
    );
    const { token } = await signedInClinic(server.ctx(), { state: 'approved' });
    const headers = { Cookie: `clinic=${token}` };
    const chosen = await server.request('/api/account/locale', {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ locale }),
    });
    expect(chosen.status).toBe(200);
    expect((await read('/clinic/dashboard', headers)).text).toContain(htmlIn(locale));
  });
});
