import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeToken } from '#modules/identity';
import { type Translator, TranslatorError } from '#platform/ports/translator';
import { signedInPatient } from '../../modules/identity/testing';
import { write } from '../../workflows/conversations/testing';
import { publishedLead, sentOffer, withoutBudgets } from '../../workflows/offers/testing';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { countRoundTrips } from '../kit/round-trips';

let knows = true;
const fake: Translator = {
  name: 'deepl',
  translate: (text) =>
    knows
      ? Promise.resolve({ text: `Good day, not "${text}"`, from: 'de' })
      : Promise.reject(new TranslatorError('unreachable')),
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ ports: { translator: fake } });
  await withoutBudgets(server);
});
afterAll(() => server?.close());
beforeEach(() => {
  knows = true;
});

async function talk() {
  const patient = await signedInPatient(server.ctx());
  const clinic = await signedInClinic(server.ctx());
  const { leadId } = await publishedLead(server, {}, patient.ctx);
  const offerId = await sentOffer(clinic.ctx, leadId);
  const messageId = await write(clinic.ctx, offerId, 'Guten Tag');
  const as = (cookie: string, page: string) => ({
    page: async () => (await server.request(page, { headers: { Cookie: cookie } })).text(),
    post: (fields: Record<string, string>, search = '') =>
      server.request(page + search, {
        method: 'POST',
        headers: { Cookie: cookie, Accept: 'text/html' },
        body: new URLSearchParams(fields),
      }),
    api: (id: string, headers: Record<string, string> = { Cookie: cookie }) =>
      server.request(`/api/conversations/${offerId}/messages/${id}/translation`, {
        method: 'POST',
        headers,
      }),
  });
  return {
    ...{ patient, clinic, offerId, messageId },
    asPatient: as(`patient=${patient.token}`, `/conversation/${offerId}`),
    asClinic: as(`clinic=${clinic.token}`, `/clinic/conversation/${offerId}`),
  };
}

const button = /<button[^>]*>(?:<svg.*?<\/svg>)?Translate<\/button>/;
const mark = 'Translated from German by DeepL.';

it('works without scripts: agree, translate, come back to the message', async () => {
  const { offerId, messageId, asPatient } = await talk();
  const before = await asPatient.page();
  expect(before).not.toMatch(button);
  expect(before).toContain('The words of that message go to DeepL.');
  const agreed = await asPatient.post({ intent: 'agree-translation' });
  expect(agreed.headers.get('Location')).toBe(`/conversation/${offerId}`);
  const ready = await asPatient.page();
  expect(ready).toMatch(button);
  expect(ready).not.toContain('The words of that message go to');
  const translated = await asPatient.post({ intent: 'translate', messageId });
  expect(translated.headers.get('Location')).toBe(`/conversation/${offerId}#m-${messageId}`);
  const after = await asPatient.page();
  expect(after).not.toMatch(button);
  expect(after).toContain(mark);
  expect(after).toMatch(new RegExp(`id="m-${messageId}"`));
  expect(after).toMatch(/<p [^>]*lang="en" dir="auto"[^>]*>Good day, not &quot;Guten Tag&quot;</);
  expect(after).toMatch(/<details[^>]*><summary[^>]*>Show the original<\/summary><p lang="de"/);
});

it('says at the message why there is none', async () => {
  const { messageId, asPatient } = await talk();
  await asPatient.post({ intent: 'agree-translation' });
  knows = false;
  const failed = await asPatient.post({ intent: 'translate', messageId });
  expect(failed.status).toBe(503);
  const html = await failed.text();
  expect(html).toContain('The translation did not come.');
  expect(html).toMatch(button);
});

it('shows a clinic nothing of it until its patient has agreed', async () => {
  const { patient, offerId, asPatient, asClinic } = await talk();
  const id = await write(patient.ctx, offerId, 'Guten Abend');
  expect(await asClinic.page()).not.toMatch(/Translate|DeepL/);
  expect((await asClinic.post({ intent: 'agree-translation' })).status).toBe(403);
  const refused = await asClinic.api(id);
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'translation_off' }]);
  await asPatient.post({ intent: 'agree-translation' });
  expect(await asClinic.page()).toMatch(button);
  const done = await asClinic.api(id);
  expect(done.status).toBe(200);
  expect(await done.json()).toMatchObject({
    data: { message: { text: 'Guten Abend', translation: { from: 'de', by: 'deepl' } } },
  });
});

it('is for people, not for the software of a clinic', async () => {
  const { clinic, patient, offerId, asClinic, asPatient } = await talk();
  const id = await write(patient.ctx, offerId, 'Guten Abend');
  await asPatient.post({ intent: 'agree-translation' });
  const { token } = await makeToken(clinic.ctx, {
    ...{ name: 'Software', scopes: ['messages' as const], days: 30 as const },
  });
  expect((await asClinic.api(id, { Authorization: `Bearer ${token}` })).status).toBe(403);
});

it('costs a page one statement, and none without a provider', async () => {
  const { asPatient } = await talk();
  const asked = async () => {
    const { result, statements } = await countRoundTrips(() => asPatient.page());
    expect(result).toContain('Guten Tag');
    return statements.filter((text) => text.includes('"consent"')).length;
  };
  expect(await asked()).toBe(1);
  const ports = server.services.ports as { translator: Translator | null };
  ports.translator = null;
  expect(await asked().finally(() => (ports.translator = fake))).toBe(0);
});
