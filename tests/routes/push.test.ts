import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browsersCall } from '#contracts/webhooks';
import { newId } from '#platform/base/ids';
import { signedInPatient } from '../../modules/identity/testing';
import { someSubscription } from '../../modules/webhooks/testing';
import { signedInClinic, teamMember } from '../kit/clinics';
import { FormBrowser } from '../kit/form-browser';
import { forgetLimits } from '../kit/identity';
import { startTestServer, type TestServer } from '../kit/http';

const page = '/clinic/notifications/preferences';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => forgetLimits(server));
afterAll(() => server?.close());

const subscription = (endpoint?: string) => ({
  intent: 'notify-here',
  ...someSubscription(),
  ...(endpoint ? { endpoint } : {}),
});
const rows = async () =>
  (await server.services.database.pool.query<{ id: string }>('select id from webhooks.receiver'))
    .rows;

describe('the page of preferences', () => {
  it('takes a browser, shows it without its address, and removes it, also without a script', async () => {
    const { token } = await signedInClinic(server.ctx());
    const browser = new FormBrowser(server, token);
    const before = await browser.go(page);
    expect(before.words).toContain('Notifying this browser needs JavaScript.');
    expect(before.html).not.toContain('PushManager');
    const given = subscription();
    expect(await browser.go(page, given)).toMatchObject({ status: 302, to: page });
    const shown = await browser.go(page);
    expect(shown.words).toContain('Chrome, Android or similar');
    for (const secret of [given.endpoint, given.p256dh, given.auth])
      expect(shown.html).not.toContain(secret);
    const [{ id }] = (await rows()) as [{ id: string }];
    expect(await browser.go(page, { intent: 'notify-no-more', id })).toMatchObject({ to: page });
    expect(await rows()).toEqual([]);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/a',
    'https://evil-fcm.googleapis.com/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://127.0.0.1/a',
  ])('refuses a browser at %s, in words', async (endpoint) => {
    const { token } = await signedInClinic(server.ctx());
    const { status, words } = await new FormBrowser(server, token).go(page, subscription(endpoint));
    expect(status).toBe(422);
    expect(words).toContain('The notification service of this browser is not known to us.');
    expect(await rows()).toEqual([]);
  });

  it('lets nobody else remove a browser: not a colleague, not a patient, not who is signed out', async () => {
    const clinic = await signedInClinic(server.ctx());
    await new FormBrowser(server, clinic.token).go(page, subscription());
    const [{ id }] = (await rows()) as [{ id: string }];
    const form = { intent: 'notify-no-more', id };
    const { token } = await teamMember(clinic.ctx, 'manager');
    const colleague = new FormBrowser(server, token);
    expect((await colleague.go(page)).words).not.toContain('Chrome, Android or similar');
    expect((await colleague.go(page, form)).status).toBe(404);
    const patient = await signedInPatient(server.ctx());
    const answer = await server.request('/notifications/preferences', {
      method: 'POST',
      headers: { Cookie: `patient=${patient.token}`, Origin: server.services.env.PUBLIC_URL },
      body: new URLSearchParams(form),
    });
    expect(answer.status).toBe(404);
    expect(await rows()).toHaveLength(1);
  });
});

describe('the calls about browsers', () => {
  const address = '/api/notification-browsers';
  interface Asked {
    readonly method?: string;
    readonly body?: object;
  }
  const ask = (cookie: string, path = '', { method = 'GET', body }: Asked = {}) =>
    server.request(address + path, {
      method,
      headers: { Cookie: cookie, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
  const add = (cookie: string, path = '', body: object = someSubscription()) =>
    ask(cookie, path, { method: 'POST', body });
  const remove = (cookie: string, id: string) => ask(cookie, `/${id}`, { method: 'DELETE' });
  const shown = async (answer: Response) => {
    const { data } = (await answer.json()) as { data: unknown };
    return browsersCall.data.parse(data);
  };

  it('add one, list it without its address, and remove it', async () => {
    const cookie = `patient=${(await signedInPatient(server.ctx())).token}`;
    expect(await shown(await ask(cookie))).toMatchObject({ sharedDevice: false, browsers: [] });
    const given = someSubscription();
    const answer = await add(cookie, '', given);
    expect(answer.status).toBe(201);
    const [browser] = (await shown(answer)).browsers;
    expect(browser).toMatchObject({ maker: 'google', isThis: true });
    const words = await (await ask(cookie)).text();
    for (const secret of Object.values(given)) expect(words).not.toContain(secret);
    expect((await remove(cookie, browser!._id)).status).toBe(200);
    expect((await shown(await ask(cookie))).browsers).toEqual([]);
    expect((await remove(cookie, browser!._id)).status).toBe(404);
  });

  it('are of the side that is named, where the browser is signed in as both', async () => {
    const patient = `patient=${(await signedInPatient(server.ctx())).token}`;
    const clinic = `clinic=${(await signedInClinic(server.ctx())).token}`;
    const both = `${patient}; ${clinic}`;
    expect((await ask(both)).status).toBe(409);
    expect((await add(both, '?as=clinic')).status).toBe(201);
    expect((await shown(await ask(both, '?as=patient'))).browsers).toEqual([]);
    expect((await shown(await ask(both, '?as=clinic'))).browsers).toHaveLength(1);
    expect((await shown(await ask(clinic))).browsers).toHaveLength(1);
  });

  it('refuse whoever is another person, and leave the browser', async () => {
    const owner = await signedInClinic(server.ctx());
    const own = `clinic=${owner.token}`;
    const [browser] = (await shown(await add(own))).browsers;
    const others = [
      `clinic=${(await teamMember(owner.ctx, 'owner')).token}`,
      `clinic=${(await signedInClinic(server.ctx())).token}`,
      `patient=${(await signedInPatient(server.ctx())).token}`,
    ];
    for (const other of others) {
      expect((await shown(await ask(other))).browsers).toEqual([]);
      const [refused, missing] = [await remove(other, browser!._id), await remove(other, newId())];
      expect(refused.status).toBe(404);
      expect(await refused.text()).toBe(await missing.text());
    }
    for (const call of [ask(''), add(''), remove('', browser!._id)])
      expect((await call).status).toBe(401);
    expect((await shown(await ask(own))).browsers).toEqual([browser]);
  });

  it('refuse what the page refuses: an unknown service, a point that is none', async () => {
    const cookie = `patient=${(await signedInPatient(server.ctx())).token}`;
    const given = someSubscription();
    const unfit = [
      { ...given, endpoint: 'https://push.evil.example/a' },
      { ...given, p256dh: `B${'A'.repeat(86)}` },
      { ...given, auth: 'x' },
      { ...given, name: 'my phone' },
    ];
    for (const body of unfit) expect((await add(cookie, '', body)).status).toBe(422);
    expect((await shown(await ask(cookie))).browsers).toEqual([]);
  });

  it('refuse a device of several people, with a code of its own', async () => {
    const { token, ctx } = await signedInPatient(server.ctx());
    await server.services.database.pool.query(
      'update identity.session set shared_device = true where id = $1',
      [ctx.actor.sessionId],
    );
    const answer = await add(`patient=${token}`);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'shared_device' });
  });
});

describe('where push is not set up', () => {
  it('says so, and takes no browser', async () => {
    const { token } = await signedInClinic(server.ctx());
    const browser = new FormBrowser(server, token);
    const { env } = server.services;
    const key = env.PUSH_PUBLIC_KEY;
    Object.assign(env, { PUSH_PUBLIC_KEY: undefined });
    try {
      expect((await browser.go(page)).words).toContain(
        'Notifications on browsers are not set up here.',
      );
      expect((await browser.go(page, subscription())).status).toBe(503);
      const answer = await server.request('/api/notification-browsers', {
        method: 'POST',
        headers: { Cookie: `clinic=${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(someSubscription()),
      });
      expect(answer.status).toBe(503);
    } finally {
      Object.assign(env, { PUSH_PUBLIC_KEY: key });
    }
  });
});
