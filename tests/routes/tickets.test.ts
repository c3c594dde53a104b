import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/base/ids';
import { signedInPatient } from '../../modules/identity/testing';
import { openedTicket } from '../../modules/support/testing';
import { atConsole, type AdminPerson } from '../kit/admin-client';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';

let server: TestServer;
let reviewer: AdminPerson;
const cookies = { patient: '', other: '', clinic: '', both: '' };
type Who = keyof typeof cookies;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  reviewer = await atConsole(server, 'reviewer');
  const patient = await signedInPatient(server.ctx());
  const clinic = await signedInClinic(server.ctx(), { state: 'pending' });
  cookies.patient = `patient=${patient.token}`;
  cookies.clinic = `clinic=${clinic.token}`;
  cookies.both = `${cookies.patient}; ${cookies.clinic}`;
  cookies.other = `patient=${(await signedInPatient(server.ctx())).token}`;
});
afterAll(() => server?.close());
beforeEach(() => server.services.database.pool.query('delete from platform.rate_limit'));

interface Body {
  message: string;
  code?: string;
  errors?: Record<string, string[]>;
  data?: {
    ticket: { _id: string; status: string; unread: number };
    tickets: Array<{ _id: string }>;
    message: { _id: string };
    messages: Array<{ from: string; text: string }>;
  };
}

async function call(who: Who, method: string, path: string, body?: object, key?: string) {
  const headers: Record<string, string> = { Cookie: cookies[who] };
  if (body) headers['Content-Type'] = 'application/json';
  if (key) headers['Idempotency-Key'] = key;
  const answer = await server.request(`/api${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}

const words = { subject: 'A question', message: 'When do you open?' };
const open = async (who: Who = 'patient') =>
  (await call(who, 'POST', '/tickets', words)).body.data!.ticket._id;

describe('the calls of tickets', () => {
  it('open one, show it and take more words, also of a clinic that waits for its approval', async () => {
    for (const who of ['patient', 'clinic'] as const) {
      const made = await call(who, 'POST', '/tickets', words);
      expect([made.status, made.body.message]).toEqual([
        201,
        "Your message has been sent! We'll get back to you soon.",
      ]);
      const { _id: id } = made.body.data!.ticket;
      const more = await call(who, 'POST', `/tickets/${id}/messages`, { text: 'And on Sunday?' });
      expect(more.status).toBe(201);
      const { data } = (await call(who, 'GET', `/tickets/${id}`)).body;
      expect(data!.messages.map(({ from, text }) => [from, text])).toEqual([
        ['owner', 'And on Sunday?'],
        ['owner', 'When do you open?'],
      ]);
      expect((await call(who, 'GET', '/tickets')).body.data!.tickets[0]!._id).toBe(id);
    }
  });

  it('answer a foreign id as one that is not there', async () => {
    const id = await open();
    const asked = async (who: Who, which: string) =>
      Promise.all([
        call(who, 'GET', `/tickets/${which}`),
        call(who, 'POST', `/tickets/${which}/messages`, { text: 'Hello' }),
        call(who, 'POST', `/tickets/${which}/read`),
      ]);
    const missing = (await asked('other', newId())).map(({ status, body }) => [status, body.code]);
    for (const who of ['other', 'clinic'] as const)
      for (const which of [id, 'no-id'])
        expect((await asked(who, which)).map(({ status, body }) => [status, body.code])).toEqual(
          missing,
        );
    expect(missing).toEqual(Array(3).fill([404, 'not_found']));
  });

  it('ask as whom where both are signed in', async () => {
    const id = await open();
    expect((await call('both', 'GET', '/tickets')).body.code).toBe('which_session');
    expect((await call('both', 'POST', '/tickets', words)).status).toBe(409);
    expect((await call('both', 'GET', `/tickets/${id}?as=patient`)).status).toBe(200);
    expect((await call('both', 'GET', `/tickets/${id}?as=clinic`)).status).toBe(404);
  });

  it('make one ticket and one message of fifty with one key', async () => {
    const key = newId();
    const before = (await call('other', 'GET', '/tickets')).body.data!.tickets.length;
    const all = await Promise.all(
      Array.from({ length: 50 }, () => call('other', 'POST', '/tickets', words, key)),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    const [id, ...rest] = new Set(all.map(({ body }) => body.data?.ticket._id));
    expect(rest).toEqual([]);
    expect((await call('other', 'GET', '/tickets')).body.data!.tickets.length).toBe(before + 1);
    const path = `/tickets/${id}/messages`;
    await Promise.all(
      Array.from({ length: 50 }, () => call('other', 'POST', path, { text: 'Once.' }, key)),
    );
    expect((await call('other', 'GET', `/tickets/${id}`)).body.data!.messages).toHaveLength(2);
    const mismatch = await call('other', 'POST', path, { text: 'Twice.' }, key);
    expect(mismatch.body.code).toBe('idempotency_mismatch');
  });

  it('refuse what is empty, too long or not to be stored, by field', async () => {
    const refuse = async (body: object) => {
      const answer = await call('patient', 'POST', '/tickets', body);
      return [answer.status, Object.keys(answer.body.errors ?? {})];
    };
    expect(await refuse({ ...words, subject: '' })).toEqual([422, ['subject']]);
    expect(await refuse({ ...words, subject: 'x'.repeat(121) })).toEqual([422, ['subject']]);
    expect(await refuse({ ...words, subject: 'a\u0000b' })).toEqual([422, ['subject']]);
    expect(await refuse({ ...words, message: ' \u200b ' })).toEqual([422, ['message']]);
    expect(await refuse({ ...words, message: 'x'.repeat(4_001) })).toEqual([422, ['message']]);
    expect(await refuse({ ...words, more: 1 })).toEqual([422, ['more']]);
    expect(await refuse({ ...words, message: 'a\u0000b' })).toEqual([422, ['message']]);
  });

  it('say how long to wait after ten a day', async () => {
    for (let n = 0; n < 10; n += 1) await open('other');
    const more = await call('other', 'POST', '/tickets', words);
    expect([more.status, more.body.code]).toEqual([429, 'too_many_requests']);
  });
});

describe('the console', () => {
  const send = (id: string, event: string, body: object = {}) =>
    reviewer.client.send('tickets', id, event, body);
  const read = async (id: string) => (await reviewer.client.get(`/tickets/${id}`)).body;

  it('shows what waits, answers it, and the owner reads it', async () => {
    const id = await open();
    const { rows } = await reviewer.client.list('tickets', {
      filter: { queue: 'waiting' },
      sort: ['dueAt', 'ASC'],
    });
    expect(rows.map((row) => row.id)).toContain(id);
    expect(JSON.stringify(rows)).not.toContain(words.message);
    expect(await read(id)).toMatchObject({
      ...{ subject: words.subject, status: 'open', contact: null },
      allowedEvents: ['answer', 'assign', 'set-priority', 'close', 'reveal'],
    });
    const looked = { objectId: id, actor: `staff:${reviewer.ctx.actor.id}` };
    await expect(server).toBeAudited('support.ticket-read', looked);
    expect((await send(id, 'answer', { text: 'At nine.' })).status).toBe(200);
    const { data } = (await call('patient', 'GET', `/tickets/${id}`)).body;
    expect(data!.ticket).toMatchObject({ status: 'answered', unread: 1 });
    expect(data!.messages[0]).toMatchObject({ from: 'staff', text: 'At nine.' });
    expect(JSON.stringify(data)).not.toContain(reviewer.ctx.actor.id);
    await call('patient', 'POST', `/tickets/${id}/read`);
    const after = (await call('patient', 'GET', `/tickets/${id}`)).body.data!;
    expect(after.ticket.unread).toBe(0);
  });

  it('assigns to who works here, closes and opens, and refuses what is not possible now', async () => {
    const id = await open();
    expect((await send(id, 'assign', { staffId: reviewer.ctx.actor.id })).status).toBe(200);
    expect((await send(id, 'assign', { staffId: newId() })).status).toBe(422);
    expect((await send(id, 'reopen')).status).toBe(409);
    expect((await send(id, 'close')).status).toBe(200);
    expect((await send(id, 'close')).body.code).toBe('event_refused');
    expect((await read(id)).status).toBe('closed');
    expect((await send(id, 'reopen')).status).toBe(200);
    expect((await send(id, 'set-priority', { priority: 'urgent' })).status).toBe(422);
    expect((await send(id, 'set-priority', { priority: 'high' })).status).toBe(200);
  });

  it('shows contact data for a reason only, and of a clinic on its own page', async () => {
    const patient = await signedInPatient(server.ctx());
    const id = await openedTicket(patient.ctx);
    expect((await send(id, 'reveal', { reason: 'short' })).status).toBe(422);
    const shown = await send(id, 'reveal', { reason: 'They asked to be called back.' });
    const { record } = shown.body.data as { record: { contact: { phoneNumber: string } } };
    expect(record.contact.phoneNumber).toBe(patient.phone);
    const revealed = { reason: 'They asked to be called back.' };
    await expect(server).toBeAudited('identity.contact-revealed', revealed, { only: 1 });
    const ofClinic = await open('clinic');
    expect((await read(ofClinic)).allowedEvents).not.toContain('reveal');
    const refused = await send(ofClinic, 'reveal', { reason: 'They asked to be called back.' });
    expect(refused.status).toBe(409);
  });

  it('keeps answers, in the languages that somebody wrote', async () => {
    const request = (body: object) =>
      server.request('/api/admin/answers', {
        method: 'POST',
        headers: { Cookie: reviewer.client.cookie, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const made = await request({ name: 'Hours', texts: { en: 'From nine to five.' } });
    expect(made.status).toBe(201);
    const { id } = ((await made.json()) as { data: { record: { id: string } } }).data.record;
    expect((await request({ name: 'No words', texts: { tr: 'Merhaba' } })).status).toBe(422);
    const body = { name: 'Hours', texts: { en: 'From nine.', tr: 'Dokuzdan itibaren.' } };
    expect((await reviewer.client.send('answers', id, 'change', body)).status).toBe(200);
    const { body: stored } = await reviewer.client.get(`/answers/${id}`);
    expect(stored).toMatchObject(body);
    expect((await reviewer.client.send('answers', id, 'remove')).status).toBe(200);
    expect((await reviewer.client.get(`/answers/${id}`)).status).toBe(404);
  });
});
