import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { days, seconds } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { runJobs } from '#engine/testing';
import { newPhone, provedPatient, signedInStaff } from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { readDealOf } from '../../workflows/deals/read-deal-of';
import { publishedLead, sentOffer } from '../../workflows/offers/testing';
import { registry } from '../../workflows/registry';
import { signedInClinic } from '../kit/clinics';
import { clinicForm } from '../kit/clinic-form';
import { advance } from '../kit/clock';
import { FormBrowser } from '../kit/form-browser';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';
import { countRoundTrips } from '../kit/round-trips';
import { signInByCode } from '../kit/sign-in-by-code';
import { acceptShownOffer } from '../../workflows/offers/offers';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  await forgetLimits(server);
  await runJobs(server.services, registry);
  server.ports.sent.mail.length = 0;
});

const rows = async (query: string, values: unknown[] = []) =>
  (await server.services.database.pool.query(query, values)).rows as Array<Record<string, unknown>>;

interface Old {
  readonly phone: string;
  readonly id: string;
  readonly token: string;
  /** What it has open, and how that stands. */
  readonly open: () => Promise<unknown>;
}

/** With a request that is open. */
async function asPatient(email: string): Promise<Old> {
  const { phone, ctx, token } = await provedPatient(server.ctx(), { email });
  const { _id: leadId } = await submitted(ctx);
  const open = async () =>
    (await rows('select status from leads.lead where id = $1', [leadId]))[0]!.status;
  return { phone, id: ctx.actor.id, token, open };
}

/** With an offer that is live. */
async function asClinic(email: string): Promise<Old> {
  const clinic = await signedInClinic(server.ctx(), { details: { email } });
  const { clinicId: id, phone, token } = clinic;
  await rows('update clinic_onboarding.clinic set email_proved_at = now() where id = $1', [id]);
  const { leadId } = await publishedLead(server);
  const offerId = await sentOffer(clinic.ctx, leadId);
  const open = async () =>
    (await rows('select status from offers.offer where id = $1', [offerId]))[0]!.status;
  return { phone, id, token, open };
}

const signIn = (path: string, phone: string) => signInByCode(server, path, phone);

const anew = { intent: 'begin-anew', understood: 'on' };
const { intent: _info, ...info } = clinicForm;

const doors = [
  {
    role: 'patient',
    path: '/login',
    // Their request is there.
    home: '/my-offers',
    /** Round trips of beginning anew, with what the one request or offer costs that ends. */
    atMost: 32,
    make: asPatient,
    table: 'identity.patient',
    ended: ['pending', 'cancelled'],
    next: 'Your profile',
    complete: async (browser: FormBrowser) => {
      const profile = { firstName: 'New', lastName: 'Owner', email: 'new@example.com' };
      expect((await browser.go('/login', { intent: 'profile', terms: 'on', ...profile })).to).toBe(
        '/consultation',
      );
    },
    sees: ['/profile', '/my-offers', '/profile/activity', '/notifications'],
  },
  {
    role: 'clinic',
    path: '/clinic-login',
    home: '/clinic/dashboard',
    atMost: 37,
    make: asClinic,
    table: 'identity.clinic_account',
    ended: ['pending', 'withdrawn'],
    next: 'Clinic',
    complete: async (browser: FormBrowser) => {
      expect((await browser.go('/clinic-login', { intent: 'info', ...info })).status).toBe(302);
      expect((await browser.go('/clinic-login', { intent: 'complete', terms: 'on' })).to).toBe(
        '/clinic/pending-approval',
      );
    },
    sees: ['/clinic/pending-approval', '/clinic/application', '/clinic/security'],
  },
] as const;

const accountsOf = (table: string, phone: string) =>
  rows(`select id::text from ${table} where phone = $1`, [phone]);

describe.each(doors)('a $role who cannot prove a silent account', (door) => {
  const { role, path, table } = door;
  const silent = async () => {
    const email = `${newId()}@example.com`;
    const old = await door.make(email);
    await runJobs(server.services, registry);
    await advance(server.services, days(181));
    server.ports.sent.mail.length = 0;
    return { ...old, email };
  };

  it('reads first what beginning anew means, in either language, and says yes to it', async () => {
    const old = await silent();
    const browser = await signIn(path, old.phone);
    expect((await browser.go(`${path}?redirectTo=%2Fprofile`)).html).toMatch(
      /href="[^"]*\?redirectTo=%2Fprofile&(amp;)?step=anew"/,
    );
    const page = await browser.go(`${path}?step=anew`);
    expect(page.words).toContain('Begin anew with this number');
    expect(page.words).toContain('You cannot take this back.');
    expect((await browser.go(`/tr${path}?step=anew`)).words).toContain('Bunu geri alamazsınız.');
    for (const kept of [old.email, 'Sarah', 'Bosphorus']) expect(page.html).not.toContain(kept);
    const without = await browser.go(`${path}?step=anew`, { intent: 'begin-anew' });
    expect(without.status).toBe(422);
    expect(without.words).toContain('Please confirm that you understand what happens');
    expect(await old.open()).toBe(door.ended[0]);
    expect(await accountsOf(table, old.phone)).toEqual([{ id: old.id }]);
  });

  it('gets an empty account, and sees nothing of the old one, which keeps all but what was open', async () => {
    const old = await silent();
    const waiting = await signIn(path, old.phone);
    await advance(server.services, seconds(46));
    const browser = await signIn(path, old.phone);
    const counted = await countRoundTrips(() =>
      browser.go(`${path}?step=anew&redirectTo=%2Fprofile`, anew),
    );
    expect(counted.statements.length, counted.statements.join('\n')).toBeLessThanOrEqual(
      door.atMost,
    );
    expect(counted.result.to).toBe(`${path}?redirectTo=%2Fprofile`);
    const next = await browser.go(path);
    expect(next.words).toContain(door.next);
    expect(next.words).not.toContain('One more check');
    await runJobs(server.services, registry);
    expect(await old.open()).toBe(door.ended[1]);
    expect(await rows(`select phone from ${table} where id = $1`, [old.id])).toEqual([
      { phone: `detached:${old.id}` },
    ]);
    expect(
      await rows(
        `select 1 from identity.session where subject_id = $1 and principal = $2 and ended_at is null`,
        [old.id, role],
      ),
    ).toEqual([]);
    expect((await waiting.go(path, anew)).status).toBe(401);
    await door.complete(browser);
    const [fresh] = await accountsOf(table, old.phone);
    expect(fresh!.id).not.toBe(old.id);
    for (const page of door.sees) {
      const seen = await browser.go(page);
      expect(seen.status, page).toBe(200);
      for (const kept of [old.email, old.id, 'Sarah', 'Miller', 'Bosphorus', 'Root Canal'])
        expect(seen.html, page).not.toContain(kept);
    }
    const begun = { objectType: role, objectId: old.id, outcome: 'ok' };
    await expect(server).toBeAudited('identity.began-anew', begun, { times: 1 });
    await runJobs(server.services, registry);
    const mail = server.ports.sent.mail.filter(({ to }) => to === old.email);
    expect(mail.map(({ subject }) => subject)).toContain('Your account was taken off its number');
    for (const { text, html } of mail) expect(`${text} ${html}`).not.toContain('new@example.com');
  });

  it('begins anew once, of fifty at once', async () => {
    const old = await silent();
    const browser = await signIn(path, old.phone);
    const held = new Map(browser.cookies);
    const all = await Promise.all(
      Array.from({ length: 50 }, () => {
        const tab = new FormBrowser(server);
        held.forEach((value, name) => tab.cookies.set(name, value));
        return tab.go(path, anew).then(({ status }) => ({ status, tab }));
      }),
    );
    const begun = all.filter(({ status }) => status === 302);
    expect(begun).toHaveLength(1);
    await expect(server).toBeAudited('identity.began-anew', { objectId: old.id }, { times: 1 });
    await door.complete(begun[0]!.tab);
    expect(await accountsOf(table, old.phone)).toHaveLength(1);
  });

  it('is refused as soon as the owner has come back', async () => {
    const old = await silent();
    const stranger = await signIn(path, old.phone);
    await advance(server.services, seconds(46));
    const owner = await signIn(path, old.phone);
    await owner.go(path, { intent: 'send-proof' });
    await runJobs(server.services, registry);
    const code = server.ports.sent.mail.at(-1)!.text.slice(0, 6);
    expect((await owner.go(path, { intent: 'proof', code })).status).toBe(302);
    expect((await stranger.go(path, anew)).status).toBe(403);
    expect(await accountsOf(table, old.phone)).toEqual([{ id: old.id }]);
    expect(await old.open()).toBe(door.ended[0]);
  });

  it('is nobody who owes no proof', async () => {
    const old = await door.make(`${newId()}@example.com`);
    const owner = new FormBrowser(server);
    owner.cookies.set(role, old.token);
    // Refused, and shown where somebody goes who is signed in.
    expect((await owner.go(path, anew)).to).toBe(door.home);
    expect((await new FormBrowser(server).go(path, anew)).status).toBe(401);
    const newcomer = await signIn(path, newPhone());
    expect((await newcomer.go(path, anew)).status).toBe(403);
    expect(await accountsOf(table, old.phone)).toEqual([{ id: old.id }]);
    expect(await old.open()).toBe(door.ended[0]);
  });
});

it('leaves what a clinic agreed on, shows its patient no number that is none, and tells the team', async () => {
  const clinic = await signedInClinic(server.ctx());
  const patient = await provedPatient(server.ctx());
  const { leadId } = await publishedLead(server, {}, patient.ctx);
  const offerId = await sentOffer(clinic.ctx, leadId);
  await acceptShownOffer(patient.ctx, { offerId });
  const staff = await signedInStaff(server.ctx());
  await runJobs(server.services, registry);
  await advance(server.services, days(181));
  const browser = await signIn('/clinic-login', clinic.phone);
  server.ports.sent.mail.length = 0;
  expect((await browser.go('/clinic-login', anew)).to).toBe('/clinic-login');
  await runJobs(server.services, registry);
  expect(server.ports.sent.mail.filter(({ to }) => to === staff.email)).toMatchObject([
    { subject: 'A clinic was taken off its number' },
  ]);
  const deal = await readDealOf(patient.ctx, { offerId });
  expect(deal.status).toBe('accepted');
  expect(deal.contact).toMatchObject({ phoneNumber: null });
});
