import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publicNames } from '#modules/clinic-onboarding';
import { answerReview, confirmTreatment, writeReview } from '#modules/deals';
import { agreeToTerms, makeToken } from '#modules/identity';
import { type Translator, TranslatorError } from '#platform/ports/translator';
import { begunDeal, someDay, someSealed } from '../../modules/deals/testing';
import { signedInPatient } from '../../modules/identity/testing';
import { write } from '../../workflows/conversations/testing';
import { takeConsentBack } from '../../workflows/leaving/withdraw-consent';
import { reviseOffer } from '../../workflows/offers/offers';
import {
  publishedLead,
  sentOffer,
  someOfferFields,
  withoutBudgets,
} from '../../workflows/offers/testing';
import { agreeToTranslation } from '../../workflows/translations/ask';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { countRoundTrips } from '../kit/round-trips';

let knows = true;
/** What the provider was sent. */
const sent: string[] = [];
const fake: Translator = {
  name: 'deepl',
  translate: (text) => {
    if (!knows) return Promise.reject(new TranslatorError('unreachable'));
    sent.push(text);
    return Promise.resolve({ text: `Good day, not "${text}"`, from: 'de' });
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ ports: { translator: fake } });
  await withoutBudgets(server);
});
afterAll(() => server?.close());
beforeEach(() => {
  knows = true;
  sent.length = 0;
});

/** What one person asks of a page, and what a form of it answers. */
const as = (cookie: string, page: string) => ({
  page: async () => (await server.request(page, { headers: { Cookie: cookie } })).text(),
  post: (fields: Record<string, string>, search = '') =>
    server.request(page + search, {
      method: 'POST',
      headers: { Cookie: cookie, Accept: 'text/html' },
      body: new URLSearchParams(fields),
    }),
});

async function offered() {
  const patient = await signedInPatient(server.ctx());
  await agreeToTerms(patient.ctx);
  const clinic = await signedInClinic(server.ctx());
  const { leadId } = await publishedLead(server, {}, patient.ctx);
  const offerId = await sentOffer(clinic.ctx, leadId, {
    ...{ message: 'Guten Tag', availability: 'Im Mai' },
    assumptions: [{ text: 'Gesunder Knochen', surchargeCents: 20_000 }],
  });
  return { patient, clinic, leadId, offerId };
}

async function talk() {
  const { patient, clinic, offerId } = await offered();
  const messageId = await write(clinic.ctx, offerId, 'Guten Tag');
  const api = (cookie: string) => (id: string, headers?: Record<string, string>) =>
    server.request(`/api/conversations/${offerId}/messages/${id}/translation`, {
      method: 'POST',
      headers: headers ?? { Cookie: cookie },
    });
  const [asked, answered] = [`patient=${patient.token}`, `clinic=${clinic.token}`];
  return {
    ...{ patient, clinic, offerId, messageId },
    asPatient: { ...as(asked, `/conversation/${offerId}`), api: api(asked) },
    asClinic: { ...as(answered, `/clinic/conversation/${offerId}`), api: api(answered) },
  };
}

/** A review of a treatment, on the public page of its clinic. */
async function reviewed() {
  const { patient, clinic, leadId } = await offered();
  const who = { leadId, patientId: patient.ctx.actor.id, clinicId: clinic.ctx.actor.id };
  const offerId = await begunDeal(patient.ctx, who);
  const paid = {
    ...{ offerId, finalAmountCents: someSealed.amountCents, reason: null },
    treatedOn: await someDay(patient.ctx),
  };
  await confirmTreatment(patient.ctx, paid);
  await confirmTreatment(clinic.ctx, paid);
  const { _id: reviewId } = await writeReview(patient.ctx, {
    ...{ offerId, stars: 5, text: 'Sehr gut' },
  });
  await answerReview(clinic.ctx, { reviewId, text: 'Danke' });
  const { slug } = (await publicNames(clinic.ctx, [who.clinicId])).get(who.clinicId)!;
  return { patient, clinic, reviewId, page: `/find-clinics/${slug}` };
}

const button = /<button[^>]*>(?:<svg.*?<\/svg>)?Translate<\/button>/;
const mark = 'Translated from German by DeepL.';

it('works without scripts: agree, translate, come back to the message', async () => {
  const { offerId, messageId, asPatient } = await talk();
  const before = await asPatient.page();
  expect(before).not.toMatch(button);
  expect(before).toContain('The words of that text go to DeepL.');
  const agreed = await asPatient.post({ intent: 'agree-translation' });
  expect(agreed.headers.get('Location')).toBe(`/conversation/${offerId}`);
  const ready = await asPatient.page();
  expect(ready).toMatch(button);
  expect(ready).not.toContain('The words of that message go to');
  const translated = await asPatient.post({ intent: 'translate', id: messageId });
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
  const failed = await asPatient.post({ intent: 'translate', id: messageId });
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

describe('an offer', () => {
  it('is read in the reader’s language: message, times, what the price rests on', async () => {
    const { patient, offerId } = await offered();
    const asPatient = as(`patient=${patient.token}`, `/offer/${offerId}`);
    expect(await asPatient.page()).not.toMatch(button);
    const agreed = await asPatient.post({ intent: 'agree-translation' });
    expect(agreed.headers.get('Location')).toBe(`/offer/${offerId}#words`);
    expect(await asPatient.page()).toMatch(button);
    const translated = await asPatient.post({ intent: 'translate', id: offerId });
    expect(translated.headers.get('Location')).toBe(`/offer/${offerId}#words`);
    const after = await asPatient.page();
    expect(after).toContain(mark);
    expect(after).not.toMatch(button);
    for (const text of ['Guten Tag', 'Im Mai', 'Gesunder Knochen'])
      expect(after).toMatch(
        new RegExp(`lang="en" dir="auto"[^>]*>Good day, not &quot;${text}&quot;<`),
      );
  });

  it('is asked for anew once its clinic says something else', async () => {
    const { patient, clinic, offerId } = await offered();
    const asPatient = as(`patient=${patient.token}`, `/offer/${offerId}`);
    await asPatient.post({ intent: 'agree-translation' });
    await asPatient.post({ intent: 'translate', id: offerId });
    await reviseOffer(clinic.ctx, { offerId, fields: someOfferFields({ message: 'Guten Abend' }) });
    const after = await asPatient.page();
    expect(after).toMatch(button);
    expect(after).not.toContain(mark);
  });

  it('is translated for its patient alone, who has agreed', async () => {
    const { patient, clinic, offerId } = await offered();
    const other = await signedInPatient(server.ctx());
    const ask = (cookie: string) =>
      as(cookie, `/offer/${offerId}`).post({ intent: 'translate', id: offerId });
    expect((await ask(`patient=${patient.token}`)).status).toBe(403);
    expect((await ask(`patient=${other.token}`)).status).toBe(404);
    expect((await ask(`clinic=${clinic.token}`)).status).toBe(401);
    expect(sent).toEqual([]);
  });
});

describe('a review', () => {
  it('is read in the language of a reader with an account once its writer has agreed', async () => {
    const { patient, clinic, reviewId, page } = await reviewed();
    const reader = as(`patient=${(await signedInPatient(server.ctx())).token}`, page);
    const asClinic = as(`clinic=${clinic.token}`, page);
    expect(await reader.page()).not.toMatch(button);
    expect((await reader.post({ intent: 'translate', id: reviewId })).status).toBe(409);
    await agreeToTranslation(patient.ctx);
    for (const each of [reader, asClinic]) expect(await each.page()).toMatch(button);
    const translated = await asClinic.post({ intent: 'translate', id: reviewId });
    expect(translated.headers.get('Location')).toBe(`${page}#review-${reviewId}`);
    for (const each of [reader, asClinic]) {
      const after = await each.page();
      expect(after).toContain(mark);
      for (const text of ['Sehr gut', 'Danke'])
        expect(after).toContain(`Good day, not &quot;${text}&quot;`);
    }
    expect(sent).toHaveLength(2);
  });

  it('is what it is to whoever has no account, and of another clinic none', async () => {
    const { patient, reviewId, page } = await reviewed();
    const elsewhere = await reviewed();
    await agreeToTranslation(patient.ctx);
    const visitor = as('', page);
    expect(await visitor.page()).not.toMatch(button);
    expect((await visitor.post({ intent: 'translate', id: reviewId })).status).not.toBe(200);
    const reader = as(`patient=${patient.token}`, elsewhere.page);
    expect((await reader.post({ intent: 'translate', id: reviewId })).status).toBe(404);
    expect(sent).toEqual([]);
  });

  it('costs its reader two statements, reads the session once, and costs whoever has no account nothing', async () => {
    const { patient, clinic, page } = await reviewed();
    await agreeToTranslation(patient.ctx);
    const asked = async (cookie: string) => {
      const { result, statements } = await countRoundTrips(() => as(cookie, page).page());
      expect(result).toContain('Sehr gut');
      const about = (words: RegExp) => statements.filter((text) => words.test(text)).length;
      return [about(/"consent"/), about(/"translation"/), about(/^select "identity"."session"/)];
    };
    expect(await asked(`clinic=${clinic.token}`)).toEqual([1, 1, 1]);
    expect(await asked('')).toEqual([0, 0, 0]);
  });

  it('loses its translations with the consent', async () => {
    const { patient, reviewId, page } = await reviewed();
    await agreeToTranslation(patient.ctx);
    const own = as(`patient=${patient.token}`, page);
    await own.post({ intent: 'translate', id: reviewId });
    await takeConsentBack(patient.ctx, { kind: 'translation' });
    const after = await own.page();
    expect(after).not.toContain(mark);
    expect(after).not.toMatch(button);
  });
});
