import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { categories } from '#contracts/consultation';
import { describedTreatments, hasText, posts, treatmentsOf } from '#app/content/articles.server';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { readDraft } from '#modules/consultation';
import { browse } from '../kit/browse';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
let patient: SignedInPatient;
beforeAll(async () => {
  server = await startTestServer();
  patient = await signedInPatient(server.ctx());
  await signedInClinic(server.ctx(), { details: { clinicName: 'Mapped Dental' } });
});
afterAll(() => server?.close());

const look = (path: string) => browse(server, null)(path);
const paths = describedTreatments().map(({ category, slug }) => `/treatments/${category}/${slug}`);

/** What a page says to search engines. */
const structuredIn = (html: string): Array<Record<string, unknown>> =>
  [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json!) as Record<string, unknown>,
  );

describe('the pages of treatments', () => {
  it('are there for every treatment of the catalogue', () => {
    expect(categories.flatMap(treatmentsOf).filter((one) => !hasText(one))).toEqual([]);
    expect(paths).toContain('/treatments/cosmetic/botox-fillers');
  });

  it.each(paths)('%s says what it is, names its sources, and gives no advice', async (path) => {
    const { status, html, words } = await look(path);
    expect(status).toBe(200);
    expect(words).toContain('no medical advice');
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html.match(/<h2/g)!.length).toBeGreaterThan(7);
    const sources = [...html.matchAll(/<a href="(https?:[^"]+)"([^>]*)>/g)];
    expect(sources.length).toBeGreaterThan(0);
    for (const [, , rest] of sources) expect(rest).toContain('noopener');
    expect(html).toContain(
      `href="/consultation/begin?treatment=${path.slice(path.lastIndexOf('/') + 1)}"`,
    );
    expect(html).toContain('href="/find-clinics?specialty=');
    const structured = structuredIn(html);
    expect(structured.map((one) => one['@type'])).toEqual(['BreadcrumbList', 'MedicalWebPage']);
    expect(structured[1]).toMatchObject({
      url: server.url + path,
      about: { '@type': 'MedicalProcedure' },
    });
  });

  it('lead from the catalogue over the category', async () => {
    const catalogue = await look('/treatments');
    for (const category of categories)
      expect(catalogue.html).toContain(`href="/treatments/${category}"`);
    for (const path of paths) expect(catalogue.html).toContain(`href="${path}"`);
    const dental = await look('/treatments/dental');
    for (const path of paths.filter((one) => one.includes('/dental/')))
      expect(dental.html).toContain(`href="${path}"`);
  });

  it.each([
    '/treatments/eye',
    '/treatments/dental/nothing',
    '/treatments/hair/dental-implants',
    '/treatments/dental/other-hair-treatment',
    '/treatments/dental/Dental-Implants',
    '/treatments/__proto__/constructor',
    '/treatments/dental/..%2f..%2fabout',
    '/blog/nothing',
    '/blog/constructor',
  ])('%s is not there, and helps on', async (path) => {
    const { status, html } = await look(path);
    expect(status).toBe(404);
    for (const to of ['/treatments', '/find-clinics', '/faq', '/contact', '/'])
      expect(html).toContain(`href="${to}"`);
  });
});

describe('a request that begins with a treatment', () => {
  const begin = '/consultation/begin?treatment=dental-implants';

  it('waits while a stranger signs in', async () => {
    const { status, to } = await look(begin);
    expect([status, to]).toEqual([
      302,
      `/login?${new URLSearchParams({ redirectTo: begin }).toString()}`,
    ]);
  });

  it('is begun by the form alone, and keeps what was begun before', async () => {
    const page = browse(server, patient.token);
    expect((await page(begin)).words).toContain('Offers for Dental Implants');
    expect(await readDraft(patient.ctx)).toBeNull();
    const sent = await page(begin, { intent: 'begin', subTreatment: 'Dental Implants' });
    expect(sent.to).toBe('/consultation/area');
    await page('/consultation/area', { intent: 'save', bodyArea: 'smile' });
    expect((await readDraft(patient.ctx))!.fields).toMatchObject({
      category: 'dental',
      subTreatment: 'Dental Implants',
      bodyArea: 'smile',
    });
    const other = await page('/consultation/begin?treatment=root-canal');
    expect(other.words).toContain('It is about Dental Implants');
    await page('/consultation/begin', { intent: 'begin', subTreatment: 'Root Canal' });
    expect((await readDraft(patient.ctx))!.fields).toMatchObject({
      subTreatment: 'Root Canal',
      bodyArea: 'smile',
    });
    await page('/consultation/begin', { intent: 'begin', subTreatment: 'Facelift' });
    expect((await readDraft(patient.ctx))!.fields).toMatchObject({
      category: 'cosmetic',
      subTreatment: 'Facelift',
      bodyArea: null,
    });
  });

  it('goes to the first step for a treatment that is none', async () => {
    const page = browse(server, patient.token);
    for (const path of ['/consultation/begin', '/consultation/begin?treatment=x'])
      expect((await page(path)).to).toBe('/consultation?step=1');
    const sent = await page(begin, { intent: 'begin', subTreatment: 'Nothing' });
    expect(sent.status).toBeGreaterThanOrEqual(400);
  });
});

describe('the blog', () => {
  it('lists its posts, the newest first, each with its page', async () => {
    const { html } = await look('/blog');
    const all = posts('en');
    expect(all.length).toBeGreaterThan(2);
    const at = all.map(({ slug }) => html.indexOf(`href="/blog/${slug}"`));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(at).not.toContain(-1);
    for (const { slug, title } of all) {
      const post = await look(`/blog/${slug}`);
      expect(post.status).toBe(200);
      expect(structuredIn(post.html)[1]).toMatchObject({ '@type': 'BlogPosting', headline: title });
    }
  });
});

describe('what search engines are told', () => {
  it('is a map of every public page, clinics and treatments among them', async () => {
    const answer = await server.request('/sitemap.xml');
    expect(answer.headers.get('Content-Type')).toMatch(/xml/);
    const xml = await answer.text();
    const mapped = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, to]) => to!);
    expect(new Set(mapped).size).toBe(mapped.length);
    for (const path of [...paths, '/', '/faq', '/find-clinics/mapped-dental'])
      expect(mapped).toContain(server.url + path);
    for (const address of mapped)
      expect((await look(address.slice(server.url.length))).status, address).toBe(200);
  });

  it('keeps robots out of what belongs to somebody', async () => {
    const words = await (await server.request('/robots.txt')).text();
    expect(words).toContain(`Sitemap: ${server.url}/sitemap.xml`);
    for (const path of ['/profile', '/clinic/', '/admin', '/api/'])
      expect(words).toContain(`Disallow: ${path}\n`);
  });

  it('are the questions with their answers, and a clinic without a rating below five', async () => {
    const [faq] = structuredIn((await look('/faq')).html);
    expect(faq!['@type']).toBe('FAQPage');
    for (const { name, acceptedAnswer } of faq!.mainEntity as Array<{
      name: string;
      acceptedAnswer: { text: string };
    }>) {
      expect(name).toMatch(/\?$/);
      expect(acceptedAnswer.text.length).toBeGreaterThan(20);
    }
    const [, clinic] = structuredIn((await look('/find-clinics/mapped-dental')).html);
    expect(clinic).toMatchObject({ '@type': 'MedicalClinic', name: 'Mapped Dental' });
    expect(clinic).not.toHaveProperty('aggregateRating');
    const [, inGerman] = structuredIn((await look('/de/find-clinics/mapped-dental')).html);
    for (const { address } of [clinic, inGerman] as Array<{ address: object }>)
      expect(address).toMatchObject({ '@type': 'PostalAddress', addressCountry: 'TR' });
  });
});
