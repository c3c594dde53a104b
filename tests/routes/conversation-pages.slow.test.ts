import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '#platform/ports/open-storage';
import { jpegPhoto } from '../../modules/consultation/testing';
import { signedInPatient } from '../../modules/identity/testing';
import { publishedLead, sentOffer, withoutBudgets } from '../../workflows/offers/testing';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';

let server: TestServer;
let offerId: string;
let requestId: string;
const cookies = { patient: '', clinic: '', stranger: '' };
type Who = keyof typeof cookies;

beforeAll(async () => {
  server = await startTestServer();
  (server.services.ports as { storage: unknown }).storage = openStorage(server.services.env);
  await forgetLimits(server);
  await withoutBudgets(server);
  const patient = await signedInPatient(server.ctx());
  const clinic = await signedInClinic(server.ctx());
  cookies.patient = `patient=${patient.token}`;
  cookies.clinic = `clinic=${clinic.token}`;
  cookies.stranger = `patient=${(await signedInPatient(server.ctx())).token}`;
  const { leadId } = await publishedLead(server, {}, patient.ctx as never);
  offerId = await sentOffer(clinic.ctx as never, leadId);
  requestId = leadId;
});
afterAll(() => server?.close());

const ask = (who: Who, path: string, init: RequestInit = {}) =>
  server.request(path, { ...init, headers: { Cookie: cookies[who], ...init.headers } });
const pageOf = (who: Who) =>
  who === 'clinic' ? `/clinic/conversation/${offerId}` : `/conversation/${offerId}`;

async function send(who: Who, fields: Record<string, string | File>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return ask(who, pageOf(who), { method: 'POST', body });
}
const htmlOf = async (who: Who) => (await ask(who, pageOf(who))).text();
const post = (who: Who, fields: Record<string, string>, headers = {}) =>
  ask(who, pageOf(who), { method: 'POST', body: new URLSearchParams(fields), headers });

describe('the pages of a conversation', () => {
  it('take a message with a file without a script, once per key, and show it masked to the other side', async () => {
    const photo = new File([new Uint8Array(await jpegPhoto())], 'front.jpg', {
      type: 'image/jpeg',
    });
    const key = '00000000-0000-4000-8000-000000000001';
    const first = await send('patient', { text: 'Call 0532 123 45 67', key, attachment: photo });
    expect([first.status, first.headers.get('Location')]).toEqual([302, pageOf('patient')]);
    await send('patient', { text: 'Call 0532 123 45 67', key });
    const html = await htmlOf('clinic');
    expect(html).toContain('Call •••');
    expect(html).not.toContain('123 45 67');
    expect(html.match(/<li[^>]* class="flex scroll-mt-20 flex-col/g)).toHaveLength(1);
    expect(html).toContain('front.jpg');
    expect(html).toContain('Mark 1 new message as read');
    const asDocument = { Accept: 'text/html' };
    expect((await post('clinic', { intent: 'read' }, asDocument)).status).toBe(302);
    // A script that says so by itself is sent nowhere: the router would take its reader to the top of the page.
    const byScript = await ask('clinic', `${pageOf('clinic')}.data`, {
      method: 'POST',
      body: new URLSearchParams({ intent: 'read' }),
    });
    expect(byScript.status).toBe(200);
    expect(await byScript.text()).toContain('seen');
    expect(await htmlOf('clinic')).not.toContain('Mark 1 new message');
    expect(await htmlOf('patient')).toContain('reads like a phone number: 0532 123 45 67.');
  });

  it('keep what was typed, also when it was refused', async () => {
    expect((await post('patient', { intent: 'keep', text: 'Half a sen' })).status).toBe(200);
    expect(await htmlOf('patient')).toContain('Half a sen');
    const word = new File(['Call 0532 123 45 67'], 'notes.txt', { type: 'text/plain' });
    const refused = await send('patient', { text: 'See this', attachment: word });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain('This file holds contact details');
    expect(html).toContain('See this');
  });

  it('are not there for anybody else', async () => {
    expect((await ask('stranger', pageOf('stranger'))).status).toBe(404);
    const foreign = await send('stranger', { text: 'Hello' });
    expect(foreign.status).toBe(404);
  });

  it('answer the calls alike, as whom the offer belongs to where both are signed in', async () => {
    const both = { Cookie: `${cookies.stranger}; ${cookies.clinic}` };
    const path = `/api/conversations/${offerId}/messages`;
    const { data } = (await (await server.request(path, { headers: both })).json()) as {
      data: { messages: Array<{ from: string; text: string }>; closed: null };
    };
    expect(data.messages.map(({ text }) => text)).toEqual(['Call •••']);
    const body = JSON.stringify({ text: 'Of course.' });
    const headers = { ...both, 'Content-Type': 'application/json', 'Idempotency-Key': 'k1' };
    const sends = await Promise.all(
      Array.from({ length: 10 }, () => server.request(path, { method: 'POST', headers, body })),
    );
    expect(sends.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    const html = await htmlOf('patient');
    expect(html.match(/>Of course\./g)).toHaveLength(1);
  });

  it('tell the patient among all offers what was not seen', async () => {
    const offers = async () => (await ask('patient', `/offers/${requestId}`)).text();
    expect(await offers()).toContain('Read 1 new message<');
    await send('clinic', { text: 'One thing more.' });
    expect(await offers()).toContain('Read 2 new messages');
    const shown = /name="upTo" value="([0-9a-f-]{36})"/.exec(await htmlOf('patient'))![1]!;
    await send('clinic', { text: 'And another.' });
    await post('patient', { intent: 'read', upTo: shown });
    expect(await offers()).toContain('Read 1 new message<');
    await send('patient', { text: 'Thank you.', upTo: shown });
    expect(await offers()).toContain('Read 1 new message<');
    await post('patient', { intent: 'read' });
    expect(await offers()).not.toContain('new message');
  });

  it('send a ready-made sentence without a script, once per key, in the reader’s language', async () => {
    const key = '00000000-0000-4000-8000-000000000002';
    const say = () => post('clinic', { intent: 'phrase', phrase: 'send-x-ray', key });
    const asDocument = await Promise.all(Array.from({ length: 10 }, say));
    expect(asDocument.map(({ status }) => status)).toEqual(Array(10).fill(302));
    const words = 'Please send us a current X-ray.';
    const messageOf = (html: string) => html.split(`>${words}</p>`).length - 1;
    expect(messageOf(await htmlOf('patient'))).toBe(1);
    expect(await htmlOf('clinic')).toContain('<optgroup label="Price and payment">');
    expect(await htmlOf('patient')).not.toContain(`>${words}</option>`);
  });

  it('refuse a sentence that is none, one of the other side, and one with other words', async () => {
    for (const phrase of ['', 'made-up', 'send-x-ray'])
      expect((await post('patient', { intent: 'phrase', phrase })).status, phrase).toBe(422);
    const path = `/api/conversations/${offerId}/messages`;
    const call = (who: Who, body: object) =>
      ask(who, path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const refused = [
      await call('patient', { phrase: 'send-x-ray' }),
      await call('patient', { phrase: 'how-to-pay', text: 'Hello' }),
      await call('patient', { phrase: 'made-up' }),
      await call('stranger', { phrase: 'how-to-pay' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 404]);
    const taken = await call('patient', { phrase: 'how-to-pay' });
    const { data } = (await taken.json()) as { data: { message: object } };
    expect(data.message).toMatchObject({ phrase: 'how-to-pay', text: 'How can I pay?' });
  });

  it('report and block, and say plainly that nothing more can be written', async () => {
    expect(await (await post('patient', { intent: 'report', reason: 'Pushy' })).text()).toContain(
      'Our team will look at it',
    );
    expect((await post('patient', { intent: 'block' })).status).toBe(302);
    expect(await htmlOf('patient')).toContain('You blocked this conversation');
    expect(await htmlOf('clinic')).toContain('takes no more messages here');
    expect((await send('clinic', { text: 'Please' })).status).toBe(409);
  });
});
