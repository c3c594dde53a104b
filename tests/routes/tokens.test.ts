import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenInput } from '#contracts/identity';
import { makeToken } from '#modules/identity';
import { newId } from '#platform/base/ids';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { conversationOf, writeMessage } from '../../workflows/conversations/talk';
import { acceptShownOffer } from '../../workflows/offers/offers';
import { publishedLead, sentOffer, withoutBudgets } from '../../workflows/offers/testing';
import { signedInClinic, teamMember, type SignedInClinic } from '../kit/clinics';
import { builtExample } from '../kit/example-client';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';

let server: TestServer;
let clinic: SignedInClinic;
let patient: SignedInPatient;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  await withoutBudgets(server);
  clinic = await signedInClinic(server.ctx());
  patient = await signedInPatient(server.ctx());
});
afterAll(() => server?.close());

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly code?: string;
  readonly data: never;
}

async function ask(
  headers: HeadersInit,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const all = new Headers(headers);
  if (body) all.set('Content-Type', 'application/json');
  const answer = await server.request(`/api${path}`, {
    ...{ method, headers: all },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, text, ...(JSON.parse(text) as { data: never }) };
}
const asOwner = (method: string, path: string, body?: object) =>
  ask({ Cookie: `clinic=${clinic.token}` }, method, path, body);

async function software(...scopes: TokenInput['scopes']) {
  const made = await makeToken(clinic.ctx, { name: 'Practice software', scopes, days: 30 });
  const headers = { Authorization: `Bearer ${made.token}` };
  return {
    ...made,
    ask: (method: string, path: string, body?: object) => ask(headers, method, path, body),
  };
}

const audited = async (token: string) =>
  (
    await server.services.database.pool.query<{ action: string; facts: object }>(
      "select action, facts from platform.audit_entry where facts->>'token' = $1 order by id",
      [token],
    )
  ).rows;

const wish = { name: 'Practice software', scopes: ['requests'], days: 90 };

describe('an owner', () => {
  it('makes a token, which is in that answer only, and ends it', async () => {
    const made = await asOwner('POST', '/clinic/tokens', wish);
    expect(made.status).toBe(201);
    const { token, _id: id } = made.data as { token: string; _id: string };
    const listed = await asOwner('GET', '/clinic/tokens');
    expect(listed.text).toContain(id);
    expect(listed.text).not.toContain(token);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await ask(headers, 'GET', '/clinic/leads')).status).toBe(200);
    expect((await asOwner('DELETE', `/clinic/tokens/${id}`)).status).toBe(200);
    const after = await ask(headers, 'GET', '/clinic/leads');
    expect(after).toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  it.each([
    { scopes: [] },
    { scopes: ['everything'] },
    { days: 366 },
    { days: '30' },
    { name: ' ' },
    { name: 'a'.repeat(61) },
    { expiresAt: '2999-01-01' },
  ])('is refused what no token is: %j', async (more) => {
    const answer = await asOwner('POST', '/clinic/tokens', { ...wish, ...more });
    expect(answer).toMatchObject({ status: 422, code: 'validation_failed' });
  });
});

describe('a manager', () => {
  it('neither sees, makes nor ends tokens', async () => {
    const manager = await teamMember(clinic.ctx, 'manager');
    const { _id: id } = await software('requests');
    const cookie = { Cookie: `clinic=${manager.token}` };
    for (const [method, path, body] of [
      ['GET', '/clinic/tokens'],
      ['POST', '/clinic/tokens', wish],
      ['DELETE', `/clinic/tokens/${id}`],
    ] as const)
      expect(await ask(cookie, method, path, body)).toMatchObject({
        ...{ status: 403, code: 'role_forbidden' },
      });
  });
});

describe('a token', () => {
  it('is refused where it has no scope, and the log says which it was', async () => {
    const { ask: asks, _id: id } = await software('requests');
    const refused = { status: 403, code: 'scope_missing' };
    expect(await asks('GET', '/clinic/tokens')).toMatchObject(refused);
    expect(await asks('POST', '/clinic/tokens', wish)).toMatchObject(refused);
    expect(await asks('GET', '/conversations')).toMatchObject(refused);
    expect((await audited(id)).map(({ action }) => action)).toEqual(Array(3).fill('access.denied'));
  });

  it.each(['Bearer', 'Bearer ', 'bearer clinic_x', 'Bearer a b', `Bearer ${'a'.repeat(400)}`])(
    'that is none (%s) is not overlooked for a cookie that is good',
    async (Authorization) => {
      const headers = { Authorization, Cookie: `clinic=${clinic.token}` };
      expect((await ask(headers, 'GET', '/clinic/leads')).status).toBe(401);
    },
  );

  it('lets no other site in', async () => {
    const { token } = await software('offers');
    const headers = { Authorization: `Bearer ${token}`, Origin: 'https://evil.example' };
    const answer = await ask(headers, 'POST', `/clinic/leads/${newId()}/offers`, {});
    expect(answer).toMatchObject({ status: 403, code: 'cross_site' });
  });

  it('offers as its clinic, once under a key, and the log says which token did', async () => {
    const { leadId } = await publishedLead(server, {}, patient.ctx);
    const { ask: asks, _id: id } = await software('offers', 'requests');
    const offer = { amountCents: 250_000, message: 'Gladly, in May.' };
    const sent = await asks('POST', `/clinic/leads/${leadId}/offers`, offer);
    expect(sent.status).toBe(201);
    expect((await asks('GET', `/clinic/leads/${leadId}`)).text).toContain('Gladly, in May.');
    expect((await audited(id)).map(({ action }) => action)).toEqual(['offers.make']);
    const { rows } = await server.services.database.pool.query<{ member_id: string }>(
      'select member_id from offers.revision r join offers.offer o on o.id = r.offer_id where o.lead_id = $1',
      [leadId],
    );
    expect(rows).toEqual([{ member_id: id }]);
  });

  it('has a rate of its own', async () => {
    const { pool } = server.services.database;
    const [one, other] = [await software('requests'), await software('requests')];
    await pool.query("delete from platform.rate_limit where key like 'http.token:%'");
    expect((await one.ask('GET', '/clinic/leads')).status).toBe(200);
    // As after all the calls of a minute, of which a test has a hundred times as many.
    await pool.query(
      `update platform.rate_limit set times = array_fill(platform.now(), array[12000]),
         members = array_fill('x'::text, array[12000]) where key like 'http.token:%'`,
    );
    expect((await one.ask('GET', '/clinic/leads')).status).toBe(429);
    expect((await other.ask('GET', '/clinic/leads')).status).toBe(200);
  });
});

describe('contact data', () => {
  it('is hidden from a token without that scope, and shown to one that has it', async () => {
    const words = { description: 'It hurts. canary@example.com' };
    const { leadId } = await publishedLead(server, words, patient.ctx);
    const offerId = await sentOffer(clinic.ctx, leadId, { message: 'Call +90 532 111 22 33.' });
    await acceptShownOffer(patient.ctx, { offerId });
    for (const [actor, text] of [
      [patient.ctx.actor, 'I am at +1 212 555 0199.'],
      [clinic.ctx.actor, 'Then I call +1 212 555 0199.'],
    ] as const) {
      const talk = await conversationOf(server.ctx(), { owners: [actor], offerId });
      await writeMessage(talk, { offerId, messageId: newId(), fields: { text, attachments: [] } });
    }
    const reads = [
      `/deals/${offerId}`,
      `/conversations/${offerId}/messages`,
      `/clinic/leads/${leadId}`,
      '/conversations',
      '/clinic/leads',
    ];
    const secret = [patient.phone, '555 0199', 'canary@example.com', '532 111'];
    const plain = await software('deals', 'messages', 'requests');
    const full = await software('deals', 'messages', 'requests', 'contact');
    let [hidden, shown] = ['', ''];
    for (const path of reads) {
      const [without, withScope] = [await plain.ask('GET', path), await full.ask('GET', path)];
      expect([without.status, withScope.status], path).toEqual([200, 200]);
      hidden += without.text;
      shown += withScope.text;
    }
    for (const word of secret) {
      expect(hidden).not.toContain(word);
      expect(shown).toContain(word);
    }
  });

  it('of a message is hidden from the token that wrote it, whose name stands under it', async () => {
    const { leadId } = await publishedLead(server, {}, patient.ctx);
    const offerId = await sentOffer(clinic.ctx, leadId);
    await acceptShownOffer(patient.ctx, { offerId });
    const { ask: asks } = await software('messages');
    const sent = await asks('POST', `/conversations/${offerId}/messages`, {
      text: 'Call us at +90 532 111 22 33.',
    });
    expect(sent.status).toBe(201);
    expect(sent.text).not.toContain('532 111');
    const read = await ask(
      { Cookie: `patient=${patient.token}` },
      'GET',
      `/conversations/${offerId}/messages`,
    );
    expect(read.text).toContain('532 111');
    expect(read.text).toContain('"by":{"name":"Practice software","role":null,"isYou":false}');
  });
});

describe('the example client', () => {
  it('is made from the OpenAPI document, compiles, and offers for a request', async () => {
    const asked = await patientOf();
    const { clinicApi } = await builtExample(server);
    const { token } = await software('requests', 'offers');
    const api = clinicApi({ url: server.url, token });
    const requests = await api.newRequests();
    expect(requests.map(({ _id }) => _id)).toContain(asked);
    const offer = { cents: 250_000, message: 'Gladly, in May.', key: newId() };
    const id = await api.offer(asked, offer);
    expect(await api.offer(asked, offer)).toBe(id);
    await expect(api.offer(newId(), offer)).rejects.toThrow(/^(idempotency_mismatch|not_found): /);
  }, 60_000);
});

/** A published request of another patient. */
async function patientOf(): Promise<string> {
  const other = await signedInPatient(server.ctx());
  return (await publishedLead(server, {}, other.ctx)).leadId;
}
