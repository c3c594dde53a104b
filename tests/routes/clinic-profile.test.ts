import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInPatient } from '../../modules/identity/testing';
import { openSession } from '../../modules/identity/sessions.server';
import { publishedLead } from '../../workflows/offers/testing';
import { signedInClinic } from '../kit/clinics';
import { FormBrowser } from '../kit/form-browser';
import { startTestServer, type TestServer } from '../kit/http';
import {
  clinicAt,
  profileHome,
  sendPart,
  somePoints,
  versionIn,
  type ProfileClinic,
} from '../kit/own-profile';

let server: TestServer;
let clinic: ProfileClinic['clinic'];
let browser: FormBrowser;
beforeAll(async () => {
  server = await startTestServer();
  ({ clinic, browser } = await clinicAt(server, 'Profile Dental'));
});
afterAll(() => server?.close());

const page = async (path: string) => (await server.request(path)).text();

describe('the profile of a clinic', () => {
  it('shows what the clinic is, how it stands, and nothing that nobody counted', async () => {
    const { status, words, html } = await browser.go(profileHome);
    expect(status).toBe(200);
    for (const said of [
      'Clinic profile',
      'Profile Dental',
      'Istanbul, Türkiye',
      'Dental Treatment',
      'Dr. Ada Kaya',
      'clinic@example.com',
      'Your rating shows from five reviews on.',
      'Offers sent',
      'Shows from five treatments on',
      'Recent Activity',
      'What was verified changes only after a new check.',
      'Sign Out',
    ])
      expect(words, said).toContain(said);
    for (const to of ['billing', 'privacy', 'info', 'doctors', 'pictures', 'verified', 'documents'])
      expect(html).toContain(`href="${profileHome}/${to}"`);
    expect(html).toContain('href="/clinic/notifications/preferences"');
    expect(html).toContain('href="/find-clinics/profile-dental"');
    expect(html).toMatch(/<a[^>]*href="\/clinic\/profile"[^>]*>.*?Profile</s);
  });

  it('names its city as the reader’s language has it, and keeps it as it is stored', async () => {
    const { browser } = await clinicAt(server, 'Turkish Dental');
    await browser.go('/language', { locale: 'tr' });
    expect((await browser.go(profileHome)).words).toContain('İstanbul, Türkiye');
    const { words, html } = await browser.go(`${profileHome}/verified`);
    expect(html).toContain('value="Istanbul"');
    expect(words).not.toContain('Istanbul');
  });

  it('says by name which specialties patients can ask for', async () => {
    const { words } = await browser.go(`${profileHome}/verified`);
    expect(words).toMatch(/Patients can send requests for: \w.*Dental Treatment.*Hair Transplant/);
  });

  it.each(['', '/info', '/verified', '/pictures'])(
    'is closed to others at %s: pending clinics, patients, strangers',
    async (path) => {
      const pending = await signedInClinic(server.ctx(), { state: 'pending' });
      const waiting = await new FormBrowser(server, pending.token).go(profileHome + path);
      expect([waiting.status, waiting.to]).toEqual([302, '/clinic/pending-approval']);
      const { token } = await signedInPatient(server.ctx());
      for (const Cookie of [`patient=${token}`, '']) {
        const answer = await server.request(profileHome + path, {
          headers: { Cookie },
          redirect: 'manual',
        });
        expect(answer.headers.get('Location')).toMatch(/^\/clinic-login\?/);
      }
    },
  );

  it('signs out to the front page', async () => {
    const { token } = await openSession(server.ctx(), {
      principal: 'clinic',
      phase: 'full',
      subjectId: clinic.clinicId,
      phone: clinic.phone,
    });
    const leaving = new FormBrowser(server, token);
    expect(await leaving.go('/logout', { area: 'clinic' })).toMatchObject({ status: 302, to: '/' });
    expect((await leaving.go(profileHome)).status).toBe(302);
  });
});

describe('what nobody checks', () => {
  it('is saved at once and seen by everybody, without what leads past us', async () => {
    expect(
      await sendPart(browser, 'info', {
        website: 'www.profile.example.com',
        experience: '20+',
        description: 'Calm rooms. Call +90 532 123 45 67.',
        languages: ['tr', 'de'],
        currency: 'EUR',
      }),
    ).toMatchObject({ status: 302, to: `${profileHome}?saved` });
    const seen = await page('/find-clinics/profile-dental');
    expect(seen).toContain('Calm rooms.');
    expect(seen).toContain('Turkish, German');
    expect(seen).not.toMatch(/532 123|profile\.example\.com/);
    const again = (await browser.go(`${profileHome}/info`)).html;
    expect(again).toContain('value="https://www.profile.example.com"');
    expect(again).toMatch(/<option value="EUR" selected/);
    const { leadId } = await publishedLead(server);
    for (const path of ['/clinic/templates?for=Root%20Canal', `/clinic/request/${leadId}`])
      expect((await browser.go(path)).html, path).toMatch(/<option value="EUR" selected/);
  });

  it('names doctors; a row left empty is nobody', async () => {
    const doctors = {
      'doctors[0].name': 'Dr. Can Demir',
      'doctors[0].field': 'Endodontics',
      'doctors[0].years': '12',
      'doctors[1].name': '',
      'doctors[1].field': '',
      'doctors[1].years': '',
    };
    expect(await sendPart(browser, 'doctors', doctors)).toMatchObject({
      to: `${profileHome}?saved`,
    });
    expect((await browser.go(profileHome)).words).toContain('Dr. Can Demir');
    expect(await page('/find-clinics/profile-dental')).toContain('Dr. Can Demir');
    const { html } = await browser.go(`${profileHome}/doctors`);
    expect(html.match(/name="doctors\[\d+\]\.name"/g)).toHaveLength(3);
    expect(await sendPart(browser, 'doctors', {})).toMatchObject({ to: `${profileHome}?saved` });
    expect((await browser.go(profileHome)).words).not.toContain('Dr. Can Demir');
  });

  it('keeps billing details from everybody else', async () => {
    const billing = {
      company: 'Canary Billing Ltd',
      taxNumber: 'TAX-CANARY',
      address: '2 Canary Street',
    };
    expect(await sendPart(browser, 'billing', billing)).toMatchObject({
      to: `${profileHome}?saved`,
    });
    expect((await browser.go(`${profileHome}/billing`)).html).toContain('TAX-CANARY');
    const other = (await clinicAt(server, 'Neighbour Dental')).browser;
    expect((await other.go(`${profileHome}/billing`)).html).not.toMatch(/canary/i);
    expect(await page('/find-clinics/profile-dental')).not.toMatch(/canary/i);
  });

  it('leaves the directory and hides the street when the clinic wants that', async () => {
    expect(await page('/find-clinics')).toContain('Profile Dental');
    expect(await sendPart(browser, 'privacy', {})).toMatchObject({ to: `${profileHome}?saved` });
    expect(await page('/find-clinics')).not.toContain('Profile Dental');
    expect(await page('/find-clinics/profile-dental')).not.toContain('1 Example Street');
    expect((await browser.go(profileHome)).words).toContain('Not in the directory');
    await sendPart(browser, 'privacy', { listed: 'on', showsAddress: 'on' });
    expect(await page('/find-clinics/profile-dental')).toContain('1 Example Street');
  });

  it.each<[string, Record<string, string>, string, string]>([
    [
      'info',
      { website: 'javascript:alert(1)', description: 'Kept words' },
      'Kept words',
      'web address',
    ],
    ['billing', { company: '', address: 'Kept street' }, 'Kept street', 'name of the company'],
    [
      'doctors',
      { 'doctors[0].name': 'Dr. Kept', 'doctors[0].years': '99' },
      'Dr. Kept',
      'field in which',
    ],
    [
      'verified',
      {
        ...somePoints('', { specialties: 'Dermatology' }),
        clinicName: '',
        address: 'Kept lane',
      } as Record<string, string>,
      'Kept lane',
      'name of the clinic',
    ],
  ])('comes back with what was typed when %s is wrong', async (section, typed, kept, why) => {
    const answer = await sendPart(browser, section, typed);
    expect(answer.status).toBe(422);
    expect(answer.html).toContain(kept);
    expect(answer.words).toContain(why);
  });

  it('never takes the place of what it did not show', async () => {
    const path = `${profileHome}/billing`;
    const old = versionIn((await browser.go(path)).html);
    await sendPart(browser, 'billing', { company: 'Newer Ltd', address: 'Newer Street' });
    const mine = {
      intent: 'billing',
      company: 'Older Ltd',
      taxNumber: '',
      address: 'Older Street',
    };
    const refused = await browser.go(path, { ...mine, version: old });
    expect(refused.status).toBe(409);
    expect(refused.html).toContain('Older Street');
    expect(refused.words).toContain('This was changed somewhere else while you were typing');
    expect((await browser.go(path)).html).toContain('Newer Ltd');
    const second = { ...mine, version: versionIn(refused.html) };
    expect(await browser.go(path, second)).toMatchObject({ to: `${profileHome}?saved` });
  });

  it('comes back whole when the session has ended', async () => {
    const answer = await new FormBrowser(server).go(`${profileHome}/billing`, {
      intent: 'billing',
      version: 'x',
      company: 'Typed Ltd',
      address: 'Typed Street',
    });
    expect(answer.status).toBe(401);
    expect(answer.html).toContain('Typed Ltd');
    expect(answer.html).toContain('Typed Street');
  });
});
