import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minutes } from '#platform/base/duration';
import { usedEndpoint } from '../../modules/webhooks/testing';
import { advance, resetClock } from '../kit/clock';
import { type SignedInClinic, signedInClinic, teamMember } from '../kit/clinics';
import { FormBrowser } from '../kit/form-browser';
import { forgetLimits } from '../kit/identity';
import { startTestServer, type TestServer } from '../kit/http';

const page = '/clinic/webhooks';
let server: TestServer;
let clinic: SignedInClinic;
let browser: FormBrowser;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
});
beforeEach(async () => {
  clinic = await signedInClinic(server.ctx());
  browser = new FormBrowser(server, clinic.token);
});
afterAll(() => server?.close());

const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.services.database.pool.query<T>(text, values)).rows;
const url = 'https://hooks.clinic.com/events';
const added = () =>
  browser.go(page, { intent: 'add', url, events: ['offer.accepted', 'deal.scheduled'] });
const idIn = async () =>
  (
    await sql<{ id: string }>('select id from webhooks.receiver where clinic_id = $1', [
      clinic.clinicId,
    ])
  )[0]!.id;

describe('the page, without scripts', () => {
  it('adds an endpoint, shows its secret once, and changes and removes it', async () => {
    expect((await browser.go('/clinic/profile')).html).toContain(`href="${page}"`);
    expect((await browser.go(page)).words).toContain('There is no endpoint yet.');
    const made = await added();
    expect(made.status).toBe(200);
    const [secret] = /whsec_[A-Za-z0-9+/]{32}/.exec(made.html)!;
    const shown = await browser.go(page);
    expect(shown.words).toContain(url);
    expect(shown.html).not.toContain(secret);
    expect(shown.html).not.toContain('whsec_');
    const id = await idIn();
    const renewed = await browser.go(page, { intent: 'rotate', id });
    expect(renewed.html).toMatch(/whsec_/);
    expect(renewed.html).not.toContain(secret);
    expect((await browser.go(page)).words).toContain('The secret before signs too, until');
    const off = await browser.go(page, {
      intent: 'change',
      id,
      events: 'offer.expired',
      state: 'off',
    });
    expect(off).toMatchObject({ status: 302, to: page });
    expect((await browser.go(page)).words).toContain('Off: an owner switched it off.');
    expect(await sql('select events from webhooks.receiver where id = $1', [id])).toEqual([
      { events: ['offer.expired'] },
    ]);
    await browser.go(page, { intent: 'remove', id });
    expect((await browser.go(page)).words).toContain('There is no endpoint yet.');
  });

  it('says what is wrong with an address, and loses nothing that was typed', async () => {
    const wrong = 'https://127.0.0.1/hook';
    const { status, words, html } = await browser.go(page, {
      intent: 'add',
      url: wrong,
      events: 'offer.accepted',
    });
    expect(status).toBe(422);
    expect(words).toContain('Name a host of the public internet');
    expect(html).toContain(`value="${wrong}"`);
    expect(html).toMatch(/<input(?=[^>]*value="offer\.accepted")(?=[^>]*checked)[^>]*>/);
    expect((await browser.go(page, { intent: 'add', url })).words).toContain(
      'Choose at least one event.',
    );
  });

  it('asks for a proof before a secret is shown, once ten minutes have passed', async () => {
    await advance(server.services, minutes(11));
    const { html, words } = await browser.go(page);
    expect(html).toContain('/clinic/confirm?redirectTo=%2Fclinic%2Fwebhooks');
    expect(words).not.toContain('Add the endpoint');
    const refused = await added();
    expect(refused.status).toBe(401);
    expect(refused.html).not.toContain('whsec_');
    await resetClock(server.services);
  });

  it('shows the tries, and sends again', async () => {
    const { delivery } = await usedEndpoint(server.ctx(), clinic.clinicId);
    await sql(
      `insert into webhooks.attempt (delivery_id, clinic_id, at, failure, took) values ($1, $2, now(), 'certificate', 31)`,
      [delivery, clinic.clinicId],
    );
    expect((await browser.go(page)).words).toContain('the certificate is not valid');
    expect(await browser.go(page, { intent: 'again', id: delivery })).toMatchObject({
      to: `${page}?again`,
    });
    expect(await sql('select state from webhooks.delivery where id = $1', [delivery])).toEqual([
      { state: 'waiting' },
    ]);
  });
});

describe('who works for the clinic and is no owner', () => {
  it('neither sees nor changes it', async () => {
    const { token } = await teamMember(clinic.ctx, 'manager');
    const manager = new FormBrowser(server, token);
    expect((await manager.go(page)).status).toBe(403);
    expect((await manager.go('/clinic/profile')).html).not.toContain(`href="${page}"`);
    const answer = await server.request('/api/clinic/webhooks', {
      headers: { Cookie: `clinic=${token}` },
    });
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'role_forbidden' }]);
    const posted = await manager.go(page, { intent: 'add', url, events: 'offer.accepted' });
    expect(posted.status).toBe(403);
    expect(
      await sql('select from webhooks.receiver where clinic_id = $1', [clinic.clinicId]),
    ).toEqual([]);
  });
});

describe('where no courier is set up', () => {
  it('says so, and takes no endpoint', async () => {
    const { services } = server;
    const keys = services.env.COURIER_CIPHER_KEYS;
    Object.assign(services.env, { COURIER_CIPHER_KEYS: undefined });
    try {
      expect((await browser.go(page)).words).toContain('Webhooks are not set up here.');
      expect((await added()).status).toBe(503);
    } finally {
      Object.assign(services.env, { COURIER_CIPHER_KEYS: keys });
    }
  });
});
