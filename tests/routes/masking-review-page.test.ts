import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedInPatient } from '../../modules/identity/testing';
import { publishedLead, sentOffer, withoutBudgets } from '../../workflows/offers/testing';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  await withoutBudgets(server);
});
afterAll(() => server?.close());

/** A message of the clinic in which an address was masked. */
async function maskedByClinic() {
  const patient = await signedInPatient(server.ctx());
  const clinic = await signedInClinic(server.ctx());
  const stranger = await signedInPatient(server.ctx());
  const { leadId } = await publishedLead(server, {}, patient.ctx as never);
  const offerId = await sentOffer(clinic.ctx as never, leadId);
  const paths = { patient: `/conversation/${offerId}`, clinic: `/clinic/conversation/${offerId}` };
  const [own, other] = [`clinic=${clinic.token}`, `patient=${patient.token}`];
  const message = new FormData();
  message.append('text', 'mail me@example.com, 14:30');
  await ask(own, paths.clinic, message);
  return { offerId, paths, own, others: [other, `patient=${stranger.token}`] as const };
}
const ask = (cookie: string, path: string, body?: FormData | URLSearchParams) =>
  server.request(path, { method: body ? 'POST' : 'GET', headers: { Cookie: cookie }, body });
const messageIn = (html: string): string => /name="messageId" value="([^"]+)"/.exec(html)![1]!;

it('shows who wrote what was hidden, and releases it to the team without a script by them alone', async () => {
  const { paths, own, others } = await maskedByClinic();
  const html = await (await ask(own, paths.clinic)).text();
  expect(html).toContain('reads like an e-mail address: me@example.com.');
  expect(await (await ask(others[0], paths.patient)).text()).not.toContain('me@example.com');

  const messageId = messageIn(html);
  const review = new URLSearchParams({ intent: 'review', messageId });
  for (const cookie of others) expect((await ask(cookie, paths.patient, review)).status).toBe(404);
  const answer = await ask(own, paths.clinic, review);
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, paths.clinic]);
  const asked = await (await ask(own, paths.clinic)).text();
  expect(asked).toContain('Our team looks at this message.');
  expect(asked).not.toContain('name="messageId"');
});

it('is asked for through the API by the sender alone', async () => {
  const { offerId, paths, own, others } = await maskedByClinic();
  const messageId = messageIn(await (await ask(own, paths.clinic)).text());
  const address = `/api/conversations/${offerId}/messages/${messageId}/review`;
  const call = async (cookie: string) =>
    (await server.request(address, { method: 'POST', headers: { Cookie: cookie } })).status;
  for (const cookie of others) expect(await call(cookie)).toBe(404);
  expect(await call('')).toBe(401);
  expect(await call(own)).toBe(200);
  const answer = await ask(own, `/api/conversations/${offerId}/messages`);
  expect(await answer.json()).toMatchObject({
    data: { messages: [{ hidden: ['me@example.com'], review: 'waiting' }] },
  });
});
