import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownPreferences, queueNotification } from '#modules/notifications';
import { withTransaction } from '#engine';
import { newId } from '#platform/base/ids';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { unsubscribePage } from '../../workflows/notifications/mail-links';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';

let server: TestServer;
let patient: SignedInPatient;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  await forgetLimits(server);
  patient = await signedInPatient(server.ctx());
});

describe('the link in a mail', () => {
  /** A mail about an offer, and the address in it that ends such mails. */
  async function mailed(kind = 'offers.made') {
    const eventId = newId();
    const recipient = { type: 'patient', id: patient.ctx.actor.id } as const;
    await withTransaction(server.ctx(), (tx) =>
      queueNotification(tx, { kind, recipient, eventId }),
    );
    const { rows } = await server.services.database.pool.query<{ id: string }>(
      'select id from notifications.notification where key like $1',
      [`%${eventId}%`],
    );
    return unsubscribePage(server.services.env, rows[0]!.id);
  }
  const offersOf = async () =>
    (await ownPreferences(patient.ctx)).find(({ kind }) => kind === 'offers');

  it('changes nothing when it is looked at, and ends them without signing in', async () => {
    const page = await mailed();
    expect(await (await server.request(page)).text()).toContain('End these mails');
    expect(await offersOf()).toMatchObject({ email: true });
    const form = { method: 'POST', body: new URLSearchParams({ intent: 'end' }) };
    expect((await server.request(page, form)).status).toBe(200);
    expect(await offersOf()).toMatchObject({ email: false, product: true });
    expect(await (await server.request(page)).text()).toContain('You get no more mails about');
  });

  it('of a digest names all that is in it, and ends that', async () => {
    const recipient = { type: 'patient', id: patient.ctx.actor.id } as const;
    for (const kind of ['a', 'b', 'c', 'd', 'offers.made', 'leads.expired', 'identity.email-link'])
      await withTransaction(server.ctx(), (tx) =>
        queueNotification(tx, { kind, recipient, eventId: newId(), thing: newId() }),
      );
    const { rows } = await server.services.database.pool.query<{ id: string }>(
      `select id from notifications.notification where kind = 'notifications.digest' and recipient_id = $1`,
      [recipient.id],
    );
    const page = unsubscribePage(server.services.env, rows[0]!.id);
    const words = 'about “Your requests, Offers”';
    expect(await (await server.request(page)).text()).toContain(`no more mails ${words}`);
    const form = { method: 'POST', body: new URLSearchParams({ intent: 'end' }) };
    expect((await server.request(page, form)).status).toBe(200);
    const wanted = (await ownPreferences(patient.ctx)).filter(({ email }) => email);
    expect(wanted.map(({ kind }) => kind)).toEqual([
      'messages',
      'deals',
      'reviews',
      'support',
      'account',
    ]);
    expect(await (await server.request(page)).text()).toContain(`no more mails ${words}`);
  });

  it('is pressed by a mail server, from nowhere and without a browser’s headers', async () => {
    const page = await mailed();
    const answer = await fetch(server.url + page, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'User-Agent': 'Mozilla/5.0 (compatible; a mail server)' },
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(answer.status).toBe(200);
    expect(await offersOf()).toMatchObject({ email: false });
  });

  it('that nobody signed, or of a mail that must be sent, ends nothing', async () => {
    const page = await mailed();
    const [id, mac] = page.split('/').at(-1)!.split('.');
    const forged = [
      `/unsubscribe/${newId()}.${mac}`,
      `/unsubscribe/${id}.${'A'.repeat(43)}`,
      `/unsubscribe/${id}`,
      await mailed('identity.factor-changed'),
    ];
    for (const address of forged) {
      const form = { method: 'POST', body: new URLSearchParams({ intent: 'end' }) };
      expect((await server.request(address, form)).status, address).toBe(410);
      expect((await server.request(address)).status, address).toBe(410);
    }
    expect(await offersOf()).toMatchObject({ email: true });
    // Another site's page may not press it for somebody.
    const headers = { Origin: 'https://evil.example' };
    expect((await server.request(page, { method: 'POST', headers })).status).toBe(403);
  });
});
