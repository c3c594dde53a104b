import { Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDraft } from '#modules/consultation';
import { categories, cities, slugOf, subTreatments } from '#contracts/consultation';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
let clinic: SignedInClinic;
let slug: string;

beforeAll(async () => {
  server = await startTestServer();
  clinic = await signedInClinic(server.ctx(), {
    details: { clinicName: 'Own Site & Sons Hair', specialties: ['Hair Transplant'] },
  });
  const { rows } = await server.services.database.pool.query<{ slug: string }>(
    'select slug from clinic_onboarding.clinic where id = $1',
    [clinic.clinicId],
  );
  slug = rows[0]!.slug;
});
afterAll(() => server?.close());

describe('the script of clinics’ own sites', () => {
  it('may be loaded by any page, sets no cookie, and is small', async () => {
    const answer = await server.request('/request-form.js', {
      headers: { Origin: 'https://clinic.example', 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const body = await answer.text();
    expect(answer.headers.get('content-encoding')).toMatch(/^(gzip|br)$/);
    // As it is sent, the words of all languages included.
    expect(gzipSync(body).length).toBeLessThanOrEqual(6_000);
    expect(() => new Script(body)).not.toThrow();
    for (const value of [...categories, ...subTreatments.map(slugOf), ...cities])
      expect(body).toContain(`"${value}"`);
    expect(body).toContain('Rhinoplasty (Nose Job)');
    expect(body).toContain('Saç ekimi (FUE)');
    expect(body).not.toMatch(
      /document\.cookie|localStorage|sessionStorage|fetch\(|XMLHttpRequest|sendBeacon/,
    );
  });

  it('is not sent again to who has it', async () => {
    const first = await server.request('/request-form.js');
    const tag = first.headers.get('ETag')!;
    const again = await server.request('/request-form.js', { headers: { 'If-None-Match': tag } });
    expect(again.status).toBe(304);
    expect(again.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(await again.text()).toBe('');
  });

  it('is the one answer that other origins may load', async () => {
    for (const path of ['/', '/find-clinics', '/robots.txt', '/login'])
      expect((await server.request(path)).headers.get('cross-origin-resource-policy')).toBe(
        'same-origin',
      );
  });
});

describe('the page with the line', () => {
  const page = async () =>
    (
      await server.request('/clinic/form', { headers: { Cookie: `clinic=${clinic.token}` } })
    ).text();

  it('names the clinic, its treatments and the link for where scripts are blocked', async () => {
    const html = await page();
    const origin = server.services.env.PUBLIC_URL;
    for (const part of [
      `&lt;clinic-request clinic=&quot;${slug}&quot; categories=&quot;hair&quot;&gt;`,
      `&lt;a href=&quot;${origin}/consultation/begin?clinic=${slug}&quot;&gt;`,
      `&lt;script async src=&quot;${origin}/request-form.js&quot;&gt;`,
    ])
      expect(html).toContain(part);
    expect(html).not.toContain('Your page is not in the directory');
  });

  it('says that a clinic outside the directory cannot be asked', async () => {
    const set = (listed: boolean) =>
      server.services.database.pool.query(
        'update clinic_onboarding.clinic set listed = $2 where id = $1',
        [clinic.clinicId, listed],
      );
    await set(false);
    expect(await page()).toContain('Your page is not in the directory');
    await set(true);
  });
});

describe('what was chosen on a clinic’s site', () => {
  const ask = async ({ token }: SignedInPatient, fields: readonly [string, string][]) =>
    server.request(`/consultation/begin?clinic=${slug}`, {
      method: 'POST',
      headers: { Cookie: `patient=${token}`, Origin: server.services.env.PUBLIC_URL },
      body: new URLSearchParams([['intent', 'ask'], ['slug', slug], ...fields]),
    });
  const draftOf = ({ ctx }: SignedInPatient) => readDraft(ctx);

  it('begins the request, with the clinic asked', async () => {
    const patient = await signedInPatient(server.ctx());
    const answer = await ask(patient, [
      ['useChoice', 'on'],
      ['subTreatment', 'Hair Transplant (FUE)'],
      ['locations', 'Antalya'],
      ['locations', 'Istanbul'],
    ]);
    expect(answer.status).toBe(302);
    expect(await draftOf(patient)).toMatchObject({
      step: 3,
      clinics: [{ slug }],
      fields: {
        category: 'hair',
        subTreatment: 'Hair Transplant (FUE)',
        locations: ['Antalya', 'Istanbul'],
      },
    });
  });

  it('is left out without a tick, and one city is taken alone', async () => {
    const patient = await signedInPatient(server.ctx());
    await ask(patient, [['subTreatment', 'Beard Transplant']]);
    expect(await draftOf(patient)).toMatchObject({
      fields: { category: null },
      clinics: [{ slug }],
    });
    await ask(patient, [
      ['useChoice', 'on'],
      ['locations', 'Ankara'],
    ]);
    expect(await draftOf(patient)).toMatchObject({
      step: 1,
      fields: { category: null, locations: ['Ankara'] },
    });
  });

  it('changes nothing where the catalogue does not know it', async () => {
    const patient = await signedInPatient(server.ctx());
    const answer = await ask(patient, [
      ['useChoice', 'on'],
      ['subTreatment', 'Heart Transplant'],
    ]);
    expect(answer.status).toBe(422);
    expect(await draftOf(patient)).toBeNull();
  });
});
