import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedClinic } from '#contracts/clinic-onboarding';
import {
  acceptChange,
  askForChanges,
  ownClinicProfile,
  saveDoctors,
  savePrivacy,
} from '#modules/clinic-onboarding';
import { suspendClinicAndEndSessions } from '#workflows';
import { setClock, resetClock } from '../kit/clock';
import { signedInClinic, someReviewer, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
const clinics: SignedInClinic[] = [];
beforeAll(async () => {
  server = await startTestServer();
  const names = ['Şişli Diş', 'Ankara Skin', 'Izmir Hair & More'];
  const cities = ['İstanbul', 'Ankara', 'Izmir'];
  for (const [index, clinicName] of names.entries())
    clinics.push(
      await signedInClinic(server.ctx(), {
        details: {
          clinicName,
          city: cities[index]!,
          email: 'hidden-canary@example.com',
          website: `https://canary-${index}.example.com/`,
          description: 'Write to hidden-canary@example.com or call +90 532 123 45 67. Since 1990.',
          specialties: index === 1 ? ['Dermatology'] : ['Dental Treatment'],
        },
      }),
    );
  for (const state of ['pending', 'rejected', 'suspended'] as const)
    await signedInClinic(server.ctx(), { state, details: { clinicName: `Hidden ${state}` } });
});
afterAll(() => server?.close());

const get = async <T = { clinics: ListedClinic[]; nextCursor: string | null }>(path: string) => {
  const response = await server.request(`/api${path}`);
  return { status: response.status, ...((await response.json()) as { data: T; code?: string }) };
};
const namesIn = async (query: string) =>
  (await get(`/clinics${query}`)).data.clinics.map(({ clinicName }) => clinicName);
const page = async (path: string) => {
  const response = await server.request(path, { redirect: 'manual' });
  const { status, headers } = response;
  return { status, html: await response.text(), location: headers.get('Location') };
};

describe('the directory', () => {
  it('lists approved clinics, newest first, and what was verified of them', async () => {
    const { status, data } = await get('/clinics');
    expect(status).toBe(200);
    expect(data.clinics.map(({ clinicName }) => clinicName)).toEqual([
      'Izmir Hair & More',
      'Ankara Skin',
      'Şişli Diş',
    ]);
    expect(data.clinics[0]).toMatchObject({ slug: 'izmir-hair-more', rating: null });
    expect(data.clinics[0]!.verified).toHaveLength(4);
    expect(data.nextCursor).toBeNull();
  });

  it.each([
    ['?q=skin', ['Ankara Skin']],
    ['?q=ş', ['Şişli Diş']],
    ['?specialty=Dermatology', ['Ankara Skin']],
    ['?city=istanbul', ['Şişli Diş']],
    ['?city=IZMIR', ['Izmir Hair & More']],
    ['?city=Ankara&specialty=Dental%20Treatment', []],
    ['?q=100%25', []],
  ])('is searched by %s', async (query, names) => {
    expect(await namesIn(query)).toEqual(names);
    const { status, html } = await page(`/find-clinics${query}`);
    expect(status).toBe(200);
    for (const name of names) expect(html).toContain(name.replace('&', '&amp;'));
    if (names.length === 0) expect(html).toContain('No clinic fits this search');
  });

  it('leads on by cursors, and refuses those that it did not write', async () => {
    const { pool } = server.services.database;
    await pool.query(
      `insert into clinic_onboarding.clinic (id, phone, clinic_name, doctor_name, email, address, city, country,
         specialties, license_number, experience, description, registered_at, status, slug)
       select gen_random_uuid(), '+1888555' || lpad(n::text, 4, '0'), 'Row ' || n, 'Dr. Row', 'row@example.com', 'Row',
         'Rowtown', 'Turkey', '{Dermatology}', 'R', '1-5', '', now() - interval '1 year', 'approved', 'row-' || n
       from generate_series(1, 45) n`,
    );
    const seen: string[] = [];
    let cursor = '';
    for (let turn = 0; turn < 3; turn += 1) {
      const { data } = await get(`/clinics?city=rowtown${cursor}`);
      seen.push(...data.clinics.map(({ slug }) => slug));
      cursor = data.nextCursor ? `&cursor=${data.nextCursor}` : '';
    }
    expect([seen.length, new Set(seen).size, cursor]).toEqual([45, 45, '']);
    expect((await get('/clinics?cursor=bogus')).code).toBe('invalid_cursor');
    expect((await page('/find-clinics?cursor=bogus')).status).toBe(200);
  });
});

describe('the page of a clinic', () => {
  it('says what was verified and until when, and nothing to reach it by', async () => {
    for (const path of [
      '/find-clinics/sisli-dis',
      '/api/clinics/sisli-dis',
      '/find-clinics',
      '/api/clinics',
    ]) {
      const { status, html } = await page(path);
      expect(status).toBe(200);
      expect(html).not.toMatch(/canary|532 123|5321234567|\+1646/);
    }
    expect((await page('/find-clinics/sisli-dis')).html).toContain('Since 1990.');
  });

  it('answers as if there was none for a clinic that is not approved, and for nonsense', async () => {
    const missing = await get('/clinics/no-such-clinic');
    for (const slug of ['hidden-pending', 'hidden-rejected', 'hidden-suspended', 'A'.repeat(300)]) {
      expect(await get(`/clinics/${slug}`)).toEqual(missing);
      expect((await page(`/find-clinics/${slug}`)).status).toBe(404);
    }
    expect(missing.status).toBe(404);
  });

  it('loses the mark of what has ended, and is gone while the clinic is suspended', async () => {
    const clinic = await signedInClinic(server.ctx(), { details: { clinicName: 'Ending Soon' } });
    const { pool } = server.services.database;
    await pool.query(
      `update clinic_onboarding.document set valid_until = '2040-01-01' where clinic_id = $1 and kind = 'medical-license'`,
      [clinic.clinicId],
    );
    expect((await page('/find-clinics/ending-soon')).html).toContain('Jan 1, 2040');
    await setClock(server.services, new Date('2040-01-02T00:00:01Z'));
    expect((await page('/find-clinics/ending-soon')).html).not.toContain('Jan 1, 2040');
    await resetClock(server.services);
    await suspendClinicAndEndSessions(server.ctx(someReviewer()), {
      clinicId: clinic.clinicId,
      reason: 'No.',
    });
    expect((await page('/find-clinics/ending-soon')).status).toBe(404);
  });

  it('keeps a change hidden until it is checked, then leads from the old address to the new one', async () => {
    const clinic = await signedInClinic(server.ctx(), { details: { clinicName: 'Old Name' } });
    const { points, versions } = await ownClinicProfile(clinic.ctx);
    await askForChanges(clinic.ctx, {
      ...points,
      clinicName: 'New Name',
      version: versions.points,
    });
    expect((await page('/find-clinics/old-name')).html).not.toContain('New Name');
    const { rows } = await server.services.database.pool.query<{ id: string }>(
      'select id from clinic_onboarding.point_change where clinic_id = $1',
      [clinic.clinicId],
    );
    await acceptChange(server.ctx(someReviewer()), {
      clinicId: clinic.clinicId,
      changeId: rows[0]!.id,
    });
    expect(await page('/find-clinics/old-name')).toMatchObject({
      status: 301,
      location: '/find-clinics/new-name',
    });
    expect((await page('/find-clinics/new-name')).html).toContain('New Name');
  });

  it('shows doctors as not verified, and neither street nor listing where the clinic wants none', async () => {
    const clinic = await signedInClinic(server.ctx(), {
      details: { clinicName: 'Quiet', address: '77 Quiet Street' },
    });
    const { versions } = await ownClinicProfile(clinic.ctx);
    expect((await page('/find-clinics/quiet')).html).toContain('77 Quiet Street');
    const doctors = [{ name: 'Dr. Ayşe Er', field: 'Implants', years: 7 }];
    await saveDoctors(clinic.ctx, { doctors, version: versions.doctors });
    await savePrivacy(clinic.ctx, {
      listed: false,
      showsAddress: false,
      version: versions.privacy,
    });
    const { html } = await page('/find-clinics/quiet');
    expect(html).toMatch(/Not verified[\s\S]*Dr\. Ayşe Er/);
    expect(html).not.toContain('77 Quiet Street');
    expect(await namesIn('?q=quiet')).toEqual([]);
  });
});
