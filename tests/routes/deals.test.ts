import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DealDto, ReviewDto } from '#contracts/deals';
import { showPhone } from '#contracts/identity';
import { newId } from '#platform/base/ids';
import { begunDeal, someDay } from '../../modules/deals/testing';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { agreedDateComes } from '../kit/agreed-date';
import { wordsOf } from '../kit/browse';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';

let server: TestServer;
let patient: SignedInPatient;
let clinic: SignedInClinic;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  clinic = await signedInClinic(server.ctx());
});
afterAll(() => server?.close());
/** A deal of the two that nobody has done anything about. */
async function begin(): Promise<void> {
  patient = await signedInPatient(server.ctx());
  const { _id: leadId } = await submitted(patient.ctx);
  const who = { leadId, patientId: patient.ctx.actor.id, clinicId: clinic.clinicId };
  id = await begunDeal(patient.ctx, who);
}
beforeEach(begin);

type Side = 'patient' | 'clinic';
const cookies = (...sides: Side[]) =>
  sides.map((side) => `${side}=${side === 'patient' ? patient.token : clinic.token}`).join('; ');
const ahead = () => new Date(Date.now() + 9 * 86_400_000).toISOString();

async function ask(cookie: string, path: string, body?: object) {
  const answer = await server.request(`/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Cookie: cookie, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { data, code, errors } = (await answer.json()) as {
    data?: { deal: DealDto; review: ReviewDto };
    code?: string;
    errors?: Record<string, string[]>;
  };
  return { status: answer.status, data, code, errors };
}
const as = (side: Side, path = '', body?: object) =>
  ask(cookies(side), `/deals/${id}${path}`, body);

/** Of the clinic, as everybody sees it. */
async function publicPage(): Promise<string> {
  const { rows } = await server.services.database.pool.query<{ slug: string }>(
    'select slug from clinic_onboarding.clinic where id = $1',
    [clinic.clinicId],
  );
  return (await server.request(`/find-clinics/${rows[0]!.slug}`)).text();
}

/** A form of the page, without JavaScript. */
async function form(side: Side, fields?: Record<string, string>) {
  const answer = await server.request(`${side === 'clinic' ? '/clinic' : ''}/deal/${id}`, {
    method: fields ? 'POST' : 'GET',
    headers: {
      Accept: 'text/html',
      Origin: `http://127.0.0.1:${server.listening.port}`,
      Cookie: cookies(side),
    },
    body: fields ? new URLSearchParams(fields) : undefined,
  });
  const html = await answer.text();
  return {
    ...{ status: answer.status, to: answer.headers.get('Location'), html },
    words: wordsOf(html),
  };
}

describe('the calls of a deal', () => {
  it('lead from the acceptance to the review and its answer', async () => {
    expect((await as('patient')).data!.deal).toMatchObject({
      _id: id,
      status: 'accepted',
      contact: { phoneNumber: clinic.phone },
      priceSealed: { amountCents: 200_000, currency: 'USD' },
      priceFinal: null,
    });
    expect((await as('clinic')).data!.deal.contact!.phoneNumber).toBe(patient.phone);
    expect(await as('patient', '/calendar.ics')).toMatchObject({
      status: 409,
      code: 'not_scheduled',
    });
    const proposed = await as('patient', '/times', { startsAt: ahead(), note: 'Mornings.' });
    expect(proposed).toMatchObject({
      status: 201,
      data: { deal: { times: [{ note: 'Mornings.' }] } },
    });
    const time = `/times/${proposed.data!.deal.times[0]!._id}`;
    expect((await as('patient', `${time}/accept`, {})).status).toBe(409);
    expect(await as('clinic', `${time}/accept`, {})).toMatchObject({
      status: 200,
      data: { deal: { status: 'scheduled' } },
    });
    expect(await as('patient', '/review', { stars: 5, text: 'Early.' })).toMatchObject({
      status: 409,
      code: 'not_treated',
    });
    const agreedOn = { finalAmountCents: 200_000 };
    expect((await as('clinic', '/treated', agreedOn)).code).toBe('before_the_date');
    await agreedDateComes((...sql) => server.services.database.pool.query(...sql), id);
    expect(await as('clinic', '/treated', { finalAmountCents: 210_000 })).toMatchObject({
      status: 422,
      errors: { reason: [expect.stringContaining('say why')] },
    });
    await as('clinic', '/treated', { finalAmountCents: 210_000, reason: 'One more crown.' });
    expect((await as('clinic', '/treated', { finalAmountCents: 200_000 })).code).toBe(
      'already_confirmed',
    );
    const treated = await as('patient', '/treated', { finalAmountCents: 200_000 });
    expect(treated.data!.deal).toMatchObject({ status: 'treated', priceFinal: null });
    const written = await as('patient', '/review', { stars: 4, text: 'Call +90 212 555 01 99!' });
    expect(written).toMatchObject({
      status: 201,
      data: { review: { stars: 4, masked: ['phone'] } },
    });
    const review = `/reviews/${written.data!.review._id}`;
    const answer = (text: string) => ask(cookies('clinic'), `${review}/answer`, { text });
    expect((await answer('Thank you.')).status).toBe(201);
    expect(await answer('Again.')).toMatchObject({ status: 409, code: 'already_answered' });
    const published = await publicPage();
    for (const words of ['4 of 5', 'Call •••!', 'Thank you.'])
      expect(published, words).toContain(words);
    expect(published).not.toContain('555 01');
    const reason = { reason: 'Not true.' };
    expect((await ask(cookies('clinic'), `${review}/report`, reason)).status).toBe(200);
    expect((await as('patient', '/review', { stars: 1, text: 'Again.' })).code).toBe(
      'already_reviewed',
    );
  });

  it('act as whom the deal belongs to, and ask where it belongs to both people of a browser', async () => {
    const both = cookies('patient', 'clinic');
    expect(await ask(both, `/deals/${id}`)).toMatchObject({ status: 409, code: 'which_session' });
    for (const side of ['patient', 'clinic'] as const)
      expect((await ask(both, `/deals/${id}?as=${side}`)).data!.deal.as).toBe(side);
    const elsewhere = (await signedInPatient(server.ctx())).token;
    const mixed = `patient=${elsewhere}; ${cookies('clinic')}`;
    expect((await ask(mixed, `/deals/${id}`)).data!.deal.as).toBe('clinic');
    expect((await ask(mixed, `/deals/${newId()}`)).status).toBe(404);
  });

  it('give both sides a calendar file that follows the date and its end', async () => {
    const agree = async () => {
      const proposed = await as('clinic', '/times', { startsAt: ahead() });
      await as('patient', `/times/${proposed.data!.deal.times[0]!._id}/accept`, {});
      return proposed.data!.deal.times[0]!.startsAt;
    };
    const file = async (side: Side) => {
      const answer = await server.request(`/api/deals/${id}/calendar.ics`, {
        headers: { Cookie: cookies(side) },
      });
      return { type: answer.headers.get('Content-Type'), text: await answer.text() };
    };
    await agree();
    const first = await file('patient');
    expect(first.type).toContain('text/calendar');
    expect(first.text).toContain('SEQUENCE:0\r\n');
    const uid = /UID:.*/.exec(first.text)![0];
    const startsAt = await agree();
    const second = await file('clinic');
    expect(second.text).toContain('SEQUENCE:1\r\n');
    expect(second.text).toContain(`DTSTART:${startsAt.replace(/[-:]|\.\d+/g, '')}`);
    expect(second.text).toContain(uid);
    await as('clinic', '/cancel', { reason: 'The doctor is ill.', code: 'clinic-unable' });
    const last = await file('patient');
    expect([last.text.includes('METHOD:CANCEL'), last.text.includes(uid)]).toEqual([true, true]);
    expect(last.text).toContain('SEQUENCE:2\r\n');
  });
});

describe('the pages of a deal, without JavaScript', () => {
  it('show contact details and take every form of both sides', async () => {
    const shown = await form('patient');
    expect(shown.status).toBe(200);
    expect(shown.words).toContain(showPhone(clinic.phone));
    // What a cancellation leaves open is said before it.
    expect(shown.words).toContain('for 14 days more');
    expect((await form('clinic')).words).toContain(showPhone(patient.phone));
    const day = ahead().slice(0, 10);
    const wrong = await form('patient', { intent: 'propose', date: day, time: '', note: 'Hello' });
    expect([wrong.status, wrong.html.includes('Hello')]).toEqual([422, true]);
    const past = { intent: 'propose', date: '2020-01-01', time: '09:30', zone: 'istanbul' };
    expect((await form('patient', past)).words).toContain('lies ahead');
    const sent = await form('patient', { ...past, date: day });
    expect([sent.status, sent.to]).toEqual([302, `/deal/${id}`]);
    const { deal } = (await as('clinic')).data!;
    expect(deal.times[0]!.startsAt).toBe(`${day}T06:30:00.000Z`);
    const accepted = await form('clinic', { intent: 'accept-time', timeId: deal.times[0]!._id });
    expect(accepted.to).toBe(`/clinic/deal/${id}`);
    expect((await form('patient')).words).toContain('Add to your calendar');
    await agreedDateComes((...sql) => server.services.database.pool.query(...sql), id);
    const other = await form('patient', { intent: 'treated', amount: '2,100.50' });
    expect([other.status, other.words.includes('say why')]).toEqual([422, true]);
    await form('patient', { intent: 'treated', amount: '2,100.50', reason: 'One more crown.' });
    expect((await form('clinic')).words).toContain('$2,100.50');
    await form('clinic', { intent: 'treated', amount: '2000' });
    const stars = await form('patient', { intent: 'review', text: 'All went well.' });
    expect([stars.status, stars.words.includes('one to five stars')]).toEqual([422, true]);
    await form('patient', { intent: 'review', stars: '5', text: 'All went well.' });
    await form('clinic', { intent: 'answer', text: 'Thank you.' });
    const { words } = await form('patient');
    expect(words).toContain('All went well.');
    expect(words).toContain('Thank you.');
    const reported = await form('clinic', { intent: 'report', reason: 'Not ours.' });
    expect(reported.to).toContain('reported=1');
  });

  it('ask for the day of a treatment without an agreed date, and for none before an agreed one', async () => {
    const confirmed = { intent: 'treated', amount: '2000' };
    expect((await form('clinic')).words).toContain('Day of the treatment');
    for (const [treatedOn, fault] of [
      ['', 'say on which day it took place'],
      ['yesterday', 'say on which day it took place'],
      ['2020-01-01', 'This day is before the offer was accepted'],
      [ahead().slice(0, 10), 'This day has not come yet'],
    ] as const) {
      const { status, words } = await form('clinic', { ...confirmed, treatedOn });
      expect([status, words.includes(fault)], treatedOn).toEqual([422, true]);
    }
    expect(await as('patient', '/treated', { finalAmountCents: 200_000 })).toMatchObject({
      status: 422,
      errors: { treatedOn: ['Please say on which day it took place'] },
    });
    await form('clinic', { ...confirmed, treatedOn: await someDay(server.ctx()) });
    expect((await form('patient')).words).toContain('It took place on');

    await begin();
    const proposed = await as('clinic', '/times', { startsAt: ahead() });
    await as('patient', `/times/${proposed.data!.deal.times[0]!._id}/accept`, {});
    const before = await form('patient');
    expect(before.words).toContain('From the agreed day on');
    expect(before.words).not.toContain('Final price');
    const early = await form('patient', confirmed);
    expect([early.status, early.words.includes('The agreed day has not come yet')]).toEqual([
      409,
      true,
    ]);
  });

  it('end with a reason, close the contact details, and let the patient send the request again', async () => {
    const without = await form('clinic', { intent: 'cancel', code: 'dates', reason: ' ' });
    expect(without.status).toBe(422);
    await form('clinic', { intent: 'cancel', code: 'dates', reason: 'We are closed in May.' });
    const { words } = await form('patient');
    expect(words).toContain('We are closed in May.');
    for (const hidden of [clinic.phone, showPhone(clinic.phone)])
      expect(words).not.toContain(hidden);
    expect(words).toContain('Send the request again');
    expect((await form('clinic')).words).not.toContain(showPhone(patient.phone));
  });

  it('are not there for anybody else', async () => {
    const token = (await signedInPatient(server.ctx())).token;
    const path = `/deal/${id}`;
    const stranger = await server.request(path, { headers: { Cookie: `patient=${token}` } });
    const nowhere = await server.request(`/deal/${newId()}`, {
      headers: { Cookie: `patient=${token}` },
    });
    expect([stranger.status, nowhere.status]).toEqual([404, 404]);
    expect(await stranger.text()).not.toContain(clinic.phone);
  });
});

it.each([
  [
    'en',
    [
      '14 days after a cancellation',
      '400 days after the treatment',
      'the law makes the clinic keep',
    ],
  ],
  ['tr', ['iptalden sonra 14 gün', 'tedaviden sonra 400 gün', 'saklaması yasa gereğidir']],
])(
  'the page of consents says when a deal closes and what a clinic keeps: %s',
  async (locale, said) => {
    await server.services.database.pool.query(
      'update identity.patient set locale = $2 where id = $1',
      [patient.ctx.actor.id, locale],
    );
    const answer = await server.request('/profile/privacy', {
      headers: { Accept: 'text/html', Cookie: cookies('patient') },
    });
    expect(answer.status).toBe(200);
    const words = wordsOf(await answer.text());
    for (const word of said) expect(words).toContain(word);
  },
);
