import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { countRoundTrips } from '../kit/round-trips';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (let n = 1; n <= 6; n += 1)
    await signedInClinic(server.ctx(), { details: { clinicName: `Çınar Klinik ${n}` } });
  await signedInClinic(server.ctx(), {
    state: 'suspended',
    details: { clinicName: 'Çınar Hidden' },
  });
});
afterAll(() => server?.close());

const page = async (path: string) => {
  const answer = await server.request(path, { headers: { Accept: 'text/html' } });
  const html = await answer.text();
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return { status: answer.status, html, main };
};
const search = async (q: string, prefix = '') =>
  page(`${prefix}/search?${new URLSearchParams({ q }).toString()}`);

describe('the search of the site', () => {
  it.each([
    ['', 'implant', '/treatments/dental/dental-implants'],
    ['', 'ROOT canal', '/treatments/dental/root-canal'],
    ['', 'code refused', '/help#'],
    ['', 'password', '/faq#'],
    ['/tr', 'implant', '/tr/treatments/dental/dental-implants'],
    // Turkish has an i with a dot and one without.
    ['/tr', 'İMPLANT', '/tr/treatments/dental/dental-implants'],
    ['/tr', 'PAROLA', '/tr/faq#'],
  ])('finds by %s/search?q=%s', async (prefix, q, to) => {
    const { status, main } = await search(q, prefix);
    expect(status).toBe(200);
    expect(main).toContain(`href="${to}`);
    expect(main).toMatch(/<p role="status"[^>]*>\d+ /);
  });

  it('leads to five clinics and on to the rest, and never to one that is shut out', async () => {
    const { main } = await search('çınar');
    expect(main.match(/href="\/find-clinics\/cinar-klinik-\d"/g)).toHaveLength(5);
    expect(main).toContain(`href="/find-clinics?q=${encodeURIComponent('çınar')}"`);
    expect(main).not.toContain('Hidden');
  });

  it('says in words that nothing fits, and where to go then', async () => {
    const english = (await search('zzxqy')).main;
    expect(english).toContain('Nothing fits this search');
    expect(english).toContain('href="/treatments"');
    expect((await search('zzxqy', '/tr')).main).toContain('Bu aramaya uyan bir şey yok');
  });

  it('asks for nothing without words, and shows what was typed as text only', async () => {
    for (const q of ['', '   ']) {
      const { main } = await search(q);
      expect(main).not.toContain('Nothing fits');
      expect(main).not.toContain('found-');
    }
    const { main } = await search('"><script>alert(1)</script>');
    expect(main).not.toContain('<script>alert');
    expect((await search('a'.repeat(3_000))).status).toBe(200);
    expect((await search('%_\\ \0')).status).toBe(200);
  });

  it('is no page for search engines', async () => {
    expect((await search('implant')).html).toContain('<meta name="robots" content="noindex"/>');
    expect(await (await server.request('/robots.txt')).text()).toContain('Disallow: /tr/search');
  });

  it('costs what the directory costs, however much is found', async () => {
    await search('çınar');
    for (const [q, most] of [
      ['çınar', 7],
      ['zzxqy', 3],
      ['', 2],
    ] as const) {
      const { statements } = await countRoundTrips(() => search(q));
      expect(statements.length, `${q}: ${statements.join('; ')}`).toBeLessThanOrEqual(most);
    }
  });
});

describe('a page that is not there', () => {
  it.each([
    ['/nowhere', '/search', 'What are you looking for?'],
    ['/tr/nowhere', '/tr/search', 'Ne arıyorsunuz?'],
    ['/treatments/nothing', '/search', 'What are you looking for?'],
    ['/tr/find-clinics/nobody', '/tr/search', 'Ne arıyorsunuz?'],
  ])('%s asks what is looked for, without a script', async (path, action, label) => {
    const { status, main } = await page(path);
    expect(status).toBe(404);
    expect(main).toMatch(new RegExp(`<form action="${action}" role="search"`));
    expect(main).toContain(label);
    expect(main).toMatch(/<input[^>]*type="search"[^>]*name="q"/);
  });
});
