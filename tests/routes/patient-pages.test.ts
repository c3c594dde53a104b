import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import { send } from '#engine';
import { runDueTimers } from '#engine/testing';
import { hours } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { approveLead, cancelLead, leadFlow } from '#modules/leads';
import { sendCode, signIn } from '#modules/identity';
import {
  codeOf,
  newPhone,
  signedInPatient,
  type SignedInPatient,
} from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { browse as browseServer } from '../kit/browse';
import { resetClock } from '../kit/clock';
import * as simpleTest from '#app/routes/_patient+/simple-test';
import * as testTreatment from '#app/routes/_patient+/test-treatment';
import { callRoute, startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const newPatient = (profile?: Parameters<typeof signedInPatient>[1]) =>
  signedInPatient(server.ctx(), profile);

const browse = (token: string | null) => browseServer(server, token);
const asSystem = () => server.ctx(system('test'));
const published = async (person: SignedInPatient): Promise<string> => {
  const { _id } = await submitted(person.ctx);
  await approveLead(asSystem(), { leadId: _id });
  return _id;
};
const offered = (id: string) =>
  send(asSystem(), leadFlow, { id, event: { type: 'leads.offer-received', offerId: newId() } });

describe('who is not signed in', () => {
  it.each([
    '/my-offers',
    '/request-detail/x',
    '/profile',
    '/profile/personal',
    '/profile/help',
    '/offers/x',
    '/test-treatment',
  ])('is sent from %s to the sign-in and back', async (path) => {
    const { status, to } = await browse(null)(path);
    expect([status, to]).toEqual([302, `/login?redirectTo=${encodeURIComponent(path)}`]);
  });

  it('is sent to the sign-in alone from an address that is too long to come back to', async () => {
    const { status, to } = await browse(null)(`/my-offers?q=${'%25'.repeat(4_000)}`);
    expect([status, to]).toEqual([302, '/login']);
  });
});

describe('who was signed in until a moment ago', () => {
  it('is told so at the sign-in, and is led back', async () => {
    const person = await newPatient();
    await person.ctx.db.execute(
      sql`update identity.session set ended_at = platform.now() where subject_id = ${person.ctx.actor.id}`,
    );
    const page = browse(person.token);
    const { to } = await page('/consultation/budget');
    expect(to).toBe('/login?redirectTo=%2Fconsultation%2Fbudget&ended=1');
    expect((await page(to!)).words).toContain('You were signed out; what you entered is safe');
    expect((await browse(null)('/login')).words).not.toContain('You were signed out');
  });
});

describe('who has not completed the profile', () => {
  it('is led from every page back to that step, and no page is in a circle', async () => {
    const ctx = server.ctx();
    const phone = newPhone();
    const asked = { role: 'patient', phoneNumber: phone } as const;
    const { browserToken } = await sendCode(ctx, { ...asked, browserToken: null });
    const code = { otpCode: await codeOf(ctx, phone), sharedDevice: false, browserToken };
    const { session } = await signIn(ctx, { ...asked, ...code, sessionToken: null });
    const page = browse(session.token);
    for (const path of ['/my-offers', '/consultation', '/profile']) {
      const { status, to } = await page(path);
      expect([status, to]).toEqual([302, `/login?redirectTo=${encodeURIComponent(path)}`]);
      const signInPage = await page(to!);
      expect(signInPage.status).toBe(200);
      expect(signInPage.words).toContain('First name');
    }
  });
});

describe('/my-offers', () => {
  it('says what to do when there is nothing', async () => {
    const page = browse((await newPatient()).token);
    const active = await page('/my-offers');
    expect(active.words).toContain('My Treatment Requests');
    expect(active.words).toContain('No active requests');
    expect(active.html).toMatch(/<a[^>]*href="\/consultation"[^>]*>Create Request/);
    expect((await page('/my-offers?tab=completed')).words).toContain('No completed requests');
  });

  it('shows each request in its tab with its status, and offers only when there are some', async () => {
    const person = await newPatient();
    const page = browse(person.token);
    const reviewed = await published(person);
    const withOffer = await published(person);
    await offered(withOffer);
    const pending = await submitted(person.ctx, { subTreatment: 'Gum Treatment' });
    const gone = await submitted(person.ctx, { subTreatment: 'Dental Crown' });
    await cancelLead(person.ctx, { leadId: gone._id, reason: null });
    const active = await page('/my-offers');
    for (const word of ['Pending Review', 'Under Review', 'Offers Received', 'Gum Treatment'])
      expect(active.words).toContain(word);
    expect(active.words).toMatch(/Active 3 Completed 1/);
    expect(active.words).not.toContain('Dental Crown');
    for (const id of [reviewed, withOffer, pending._id])
      expect(active.html).toContain(`href="/request-detail/${id}"`);
    expect(active.html.match(/href="\/offers\/[0-9a-f-]+"/g)).toEqual([
      `href="/offers/${withOffer}"`,
    ]);
    const completed = await page('/my-offers?tab=completed');
    expect(completed.words).toContain('Dental Crown');
    expect(completed.words).toContain('Cancelled');
    expect(completed.words).not.toContain('Gum Treatment');
  });

  it('reads a tab it does not know as the first, and says why a page of the list is gone', async () => {
    const page = browse((await newPatient()).token);
    expect((await page('/my-offers?tab=nonsense')).words).toContain('No active requests');
    const gone = await page('/my-offers?cursor=nonsense');
    expect(gone.status).toBe(400);
    expect(gone.words).toContain('This page of the list no longer exists');
  });

  it('says that the list could not be had', async () => {
    const person = await newPatient();
    const { pool } = server.services.database;
    await pool.query('alter table leads.lead rename to lead_away');
    const error = console.error;
    console.error = () => undefined;
    const failed = await browse(person.token)('/my-offers').finally(async () => {
      console.error = error;
      await pool.query('alter table leads.lead_away rename to lead');
    });
    expect(failed.status).toBe(500);
    expect(failed.words).toContain('Failed to fetch treatment requests');
  });
});

describe('/request-detail/{id}', () => {
  it('shows all that was asked for, what happened and what is promised', async () => {
    const person = await newPatient();
    const { _id } = await submitted(person.ctx, { description: 'Line one\n<b>two</b>' });
    const { words, html } = await browse(person.token)(`/request-detail/${_id}`);
    for (const word of [
      'Root Canal',
      'Mouth',
      'Istanbul',
      '$1,000 - $5,000',
      'As soon as possible',
    ])
      expect(words).toContain(word);
    expect(words).toContain('Our team is reviewing it');
    expect(words).toContain('24-48 hours');
    expect(html).toContain('&lt;b&gt;two&lt;/b&gt;');
    expect(html).toContain(`/request-detail/${_id}/cancel`);
  });

  it('says of what it knows nothing that it does not know, and calls a deadline one', async () => {
    const person = await newPatient();
    const { words } = await browse(person.token)(`/request-detail/${await published(person)}`);
    expect(words).toContain('Waiting for offers from clinics');
    expect(words).not.toContain('preparing');
    expect(words).toMatch(/You compare and choose \(to come\) Open until [A-Z][a-z]{2} \d+ /);
  });

  it('is not there for anybody else, exactly as one that does not exist', async () => {
    const { _id } = await submitted((await newPatient()).ctx);
    const page = browse((await newPatient()).token);
    for (const path of ['/request-detail/', '/offers/'])
      for (const id of [_id, newId(), 'x']) expect((await page(path + id)).status).toBe(404);
    expect((await page(`/request-detail/${_id}/cancel`)).status).toBe(404);
    expect((await page(`/request-detail/${_id}/cancel`, { intent: 'cancel' })).status).toBe(404);
  });

  it('is cancelled with a reason through a page that asks first, without JavaScript', async () => {
    const person = await newPatient();
    const page = browse(person.token);
    const { _id } = await submitted(person.ctx);
    const path = `/request-detail/${_id}/cancel`;
    expect((await page(path)).words).toContain('Cancel this request?');
    const done = await page(path, { intent: 'cancel', reason: 'Found one at home' });
    expect([done.status, done.to]).toEqual([302, `/request-detail/${_id}`]);
    const after = await page(`/request-detail/${_id}`);
    expect(after.words).toContain('You cancelled the request');
    expect(after.words).toContain('Found one at home');
    expect((await page(path)).to).toBe(`/request-detail/${_id}`);
    // Sent again from an old page: nothing happens, and the request shows that it is over.
    const again = await page(path, { intent: 'cancel', reason: 'again' });
    expect(again.to).toBe(`/request-detail/${_id}`);
    expect((await page(`/request-detail/${_id}`)).words).toContain('Found one at home');
  });

  it('asks honestly after 48 hours, and takes the answer', async () => {
    const person = await newPatient();
    const page = browse(person.token);
    const id = await published(person);
    const path = `/request-detail/${id}`;
    expect((await page(path)).words).not.toContain('No clinic has answered yet');
    const flows = { flows: [leadFlow] };
    await runDueTimers(server.services, flows, new Date(Date.now() + hours(48.1)));
    expect((await page(path)).words).toContain('No clinic has answered yet');
    expect((await page(`${path}?index`, { intent: 'keep-waiting' })).to).toBe(path);
    expect((await page(path)).words).not.toContain('No clinic has answered yet');
    await resetClock(server.services);
  });
});

describe('/offers/{id}', () => {
  it('says honestly that there is none yet', async () => {
    const person = await newPatient();
    const { _id } = await submitted(person.ctx);
    const { status, words } = await browse(person.token)(`/offers/${_id}`);
    expect(status).toBe(200);
    expect(words).toContain('No offers yet');
  });
});

describe('/test-treatment and /simple-test', () => {
  it.each([testTreatment, simpleTest])('are not there in production', async (route) => {
    const { services } = server;
    const production = { ...services, env: { ...services.env, mode: 'production' as const } };
    const { token } = await newPatient();
    for (const method of ['GET', 'POST']) {
      const request = new Request('http://localhost/test', {
        method,
        headers: { Cookie: `patient=${token}` },
        body: method === 'POST' ? new URLSearchParams({ intent: 'create' }) : undefined,
      });
      expect(await callRoute(route, request, production)).toMatchObject({ init: { status: 404 } });
    }
  });

  it.each(['/test-treatment', '/simple-test'])('%s creates and fetches', async (path) => {
    const page = browse((await newPatient()).token);
    expect((await page(path, { intent: 'create' })).html).toContain(
      '&quot;status&quot;: &quot;pending&quot;',
    );
    expect((await page(path, { intent: 'fetch' })).html).toContain('&quot;leads&quot;: [');
  });
});
