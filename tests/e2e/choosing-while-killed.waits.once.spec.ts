import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClinic } from './kit/api-clinic';
import { ApiPatient } from './kit/api-patient';
import { startProduct, type Mortal, type Product } from './kit/product';
import { expect, test } from './kit/test';
import type { Repeated } from './kit/until-answered';

/** Approved dental clinics of the demo. */
const phones = ['+12125550111', '+12125550141', '+12125550142'];
const patients = 4;
const kills: Mortal[] = ['web', 'worker', 'postgres', 'web', 'worker', 'web', 'postgres', 'worker'];

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  expect(await product.stop()).toBe(0);
});

interface Offered {
  readonly clinic: ApiClinic;
  readonly offerId: string;
}

interface Story {
  readonly patient: ApiPatient;
  readonly leadId: string;
  readonly offers: readonly Offered[];
  readonly question: string;
}

const idOf = ({ body }: Repeated, what: string): string =>
  (body.data?.[what] as { _id: string })._id;

let repeats = 0;
/** The same call, three times at once under one key, as an impatient client would: one answer. */
async function once(call: () => Promise<Repeated>, what: string): Promise<string> {
  const answers = await Promise.all([call(), call(), call()]);
  repeats += answers.reduce((sum, answer) => sum + answer.repeats, 0);
  for (const { status, body } of answers) expect([200, 201], body.code).toContain(status);
  const [id, ...others] = new Set(answers.map((answer) => idOf(answer, what)));
  expect(others, 'the same under the same key').toEqual([]);
  return id!;
}

async function published(patient: ApiPatient): Promise<string> {
  const leadId = await patient.submits();
  await patient.untilReviewed();
  return leadId;
}

/** Offers of all clinics, a question to the first of them, and its acceptance. */
async function story(patient: ApiPatient, leadId: string, clinics: ApiClinic[]): Promise<Story> {
  const offers: Offered[] = [];
  for (const [n, clinic] of clinics.entries()) {
    const fields = { amountCents: 100_000 + n * 10_000, message: `Offer number ${n}.` };
    const [path, key] = [`/clinic/leads/${leadId}/offers`, randomUUID()];
    const send = () => clinic.callUntilAnswered(path, fields, key);
    offers.push({ clinic, offerId: await once(send, 'offer') });
    await sleep(1_000);
  }
  const { offerId } = offers[0]!;
  const [path, key, text] = [`/conversations/${offerId}/messages`, randomUUID(), 'How long?'];
  const ask = () => patient.callUntilAnswered(path, { text }, key);
  const question = await once(ask, 'message');
  await sleep(1_000);
  const accepted = await patient.callUntilAnswered(`/offers/${offerId}/accept`, {}, randomUUID());
  repeats += accepted.repeats;
  // One whose answer was lost on the way was accepted all the same.
  if (accepted.status !== 200) expect(accepted.body.code).toBe('already_decided');
  return { patient, leadId, offers, question };
}

const kindsIn = (list: unknown, offerId: string): string[] =>
  (list as Array<{ kind: string; href: string }>)
    .filter(({ href }) => href.includes(offerId))
    .map(({ kind }) => kind);

test('offers, questions and choices are neither lost nor doubled while processes die', async () => {
  test.setTimeout(360_000);
  const clinics = phones.map((phone) => new ApiClinic(product.url, phone));
  for (const clinic of clinics) await clinic.signIn();
  const people = Array.from({ length: patients }, () => new ApiPatient(product.url));
  await Promise.all(people.map((person) => person.signIn()));
  const requests = await Promise.all(people.map(published));

  const stories = people.map((person, n) => story(person, requests[n]!, clinics));
  for (const name of kills) await product.kill(name);
  for (const { patient, leadId, offers, question } of await Promise.all(stories)) {
    const { body } = await patient.call('GET', `/offers?lead=${leadId}`);
    const kept = body.data!.offers as Array<{ _id: string; status: string }>;
    expect(kept.map(({ _id }) => _id).toSorted()).toEqual(
      offers.map(({ offerId }) => offerId).toSorted(),
    );
    const [chosen, ...others] = offers;
    const statusOf = ({ offerId }: Offered) => kept.find(({ _id }) => _id === offerId)!.status;
    expect(statusOf(chosen!)).toBe('accepted');
    expect(others.map(statusOf)).toEqual(['declined', 'declined']);
    const talk = await patient.call('GET', `/conversations/${chosen!.offerId}/messages`);
    expect(talk.body.data!.messages).toMatchObject([{ _id: question, text: 'How long?' }]);
    const deal = await chosen!.clinic.reads(`/deals/${chosen!.offerId}`);
    expect(deal.deal).toMatchObject({ contact: { phoneNumber: patient.phoneNumber } });
    // What the worker owes is delivered, once, however often it died.
    await expect
      .poll(
        async () => {
          const { notifications } = await chosen!.clinic.reads('/notifications');
          return kindsIn(notifications, chosen!.offerId);
        },
        { timeout: 60_000 },
      )
      .toEqual(['offers.accepted']);
  }
  expect(repeats, 'nothing was interrupted: the test tests nothing').toBeGreaterThan(0);
});
