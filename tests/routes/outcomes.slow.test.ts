import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OutcomeAnswerDto, OutcomeDto } from '#contracts/outcomes';
import { confirmTreatment, reputationOf, writeReview } from '#modules/deals';
import { answerOutcome } from '#modules/outcomes';
import { findClinics } from '#workflows';
import { newId } from '#platform/base/ids';
import { begunDeal, someDay } from '../../modules/deals/testing';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { askedOutcome, content } from '../../modules/outcomes/testing';
import type { Moment } from '../../modules/outcomes/values';
import { wordsOf } from '../kit/browse';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';

let server: TestServer;
let clinic: SignedInClinic;
let patient: SignedInPatient;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  clinic = await signedInClinic(server.ctx(), { details: { clinicName: 'Later Dental' } });
});
afterAll(() => server?.close());

/** A treatment that both sides confirmed, and about which its patient is asked now. */
async function asked(moment: Moment = 'half-year') {
  const someone = await signedInPatient(server.ctx(), { firstName: 'Zoë', lastName: 'Later' });
  const { _id: leadId } = await submitted(someone.ctx);
  const who = { leadId, patientId: someone.ctx.actor.id, clinicId: clinic.clinicId };
  const offerId = await begunDeal(someone.ctx, who);
  await askedOutcome(someone.ctx, { offerId, ...who, moment, patient: someone.ctx });
  for (const side of [someone.ctx, clinic.ctx])
    await confirmTreatment(side, {
      ...{ offerId, finalAmountCents: 200_000, reason: null },
      treatedOn: await someDay(side),
    });
  return { patient: someone, offerId };
}
beforeEach(async () => {
  ({ patient, offerId: id } = await asked());
});

async function call(cookie: string, path: string, body?: object) {
  const answer = await server.request(`/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Cookie: cookie, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { data, code } = (await answer.json()) as {
    data?: { outcome: OutcomeDto; answer: OutcomeAnswerDto };
    code?: string;
  };
  return { status: answer.status, data, code };
}
const asPatient = () => `patient=${patient.token}`;
const asClinic = () => `clinic=${clinic.token}`;
const said = { moment: 'half-year', again: 'yes', result: 'better', text: 'Still good.' };

async function page(path: string, cookie?: string, fields?: Record<string, string>) {
  const answer = await server.request(path, {
    method: fields ? 'POST' : 'GET',
    headers: {
      Accept: 'text/html',
      Origin: `http://127.0.0.1:${server.listening.port}`,
      ...(cookie ? { Cookie: cookie } : {}),
    },
    body: fields ? new URLSearchParams(fields) : undefined,
  });
  const html = await answer.text();
  const to = answer.headers.get('Location');
  return { status: answer.status, to, html, words: wordsOf(html) };
}
const publicPage = () => page('/find-clinics/later-dental');

describe('the calls', () => {
  it('answer the patient what is due, take one answer, and show it to both sides', async () => {
    const due = await call(asPatient(), `/deals/${id}/outcomes`);
    expect(due.data!.outcome).toMatchObject({ due: { moment: 'half-year' }, answers: [] });
    expect((await call(asClinic(), `/deals/${id}/outcomes`)).data!.outcome.due).toBeNull();
    const first = await call(asPatient(), `/deals/${id}/outcomes`, said);
    expect([first.status, first.data!.answer.text]).toEqual([201, 'Still good.']);
    const again = await call(asPatient(), `/deals/${id}/outcomes`, said);
    expect([again.status, again.code]).toEqual([409, 'outcome_answered']);
    const early = await call(asPatient(), `/deals/${id}/outcomes`, { ...said, moment: 'year' });
    expect([early.status, early.code]).toEqual([409, 'not_asked']);
    const { outcome } = (await call(asClinic(), `/deals/${id}/outcomes`)).data!;
    expect(outcome).toMatchObject({ due: null, answers: [{ again: 'yes', result: 'better' }] });
  });

  it('know nothing for others, and take no answer of a clinic', async () => {
    const stranger = `patient=${(await signedInPatient(server.ctx())).token}`;
    for (const path of [`/deals/${id}/outcomes`, `/deals/${newId()}/outcomes`]) {
      expect((await call(stranger, path)).status).toBe(404);
      expect((await call(stranger, path, said)).status).toBe(404);
    }
    expect((await call(asClinic(), `/deals/${id}/outcomes`, said)).status).toBe(401);
    const { _id } = await answerOutcome(patient.ctx, { offerId: id, ...content('half-year') });
    const other = `clinic=${(await signedInClinic(server.ctx())).token}`;
    const reason = { reason: 'It is about another one.' };
    expect((await call(other, `/outcomes/${_id}/report`, reason)).status).toBe(404);
    expect((await call(asPatient(), `/outcomes/${_id}/report`, reason)).status).toBe(401);
    expect((await call(asClinic(), `/outcomes/${_id}/report`, reason)).status).toBe(200);
  });
});

describe('the pages', () => {
  it('lead from the treatment to the question, which is answered without JavaScript', async () => {
    const path = `/deal/${id}/outcome`;
    const deal = await page(`/deal/${id}`, asPatient());
    expect(deal.words).toContain('Half a year later: what became of it?');
    expect(deal.html).toContain(`href="${path}"`);
    expect((await page(`/clinic/deal/${id}`, asClinic())).html).not.toContain(path);
    const form = await page(path, asPatient());
    for (const words of ['Would you do it again?', 'Worse than expected', 'You can answer until'])
      expect(form.words).toContain(words);
    const empty = await page(path, asPatient(), {
      ...{ intent: 'outcome', moment: 'half-year', text: 'Kept words.' },
    });
    expect(empty.status).toBe(422);
    expect(empty.words).toContain('Please say whether you would do it again.');
    expect(empty.html).toContain('Kept words.');
    const sent = await page(path, asPatient(), {
      ...{ intent: 'outcome', ...said, text: 'Call me: +90 532 123 45 67' },
    });
    expect([sent.status, sent.to]).toEqual([302, path]);
    const after = await page(path, asPatient());
    expect(after.words).toContain('Would do it again');
    expect(after.words).toContain('Contact details were taken out');
    expect(after.html).not.toContain('532 123');
    const twice = await page(path, asPatient(), { intent: 'outcome', ...said });
    expect(twice.words).toContain('You have answered this question already.');
    const other = `patient=${(await signedInPatient(server.ctx())).token}`;
    expect((await page(path, other)).status).toBe(404);
  });

  it('let the clinic report what it reads', async () => {
    const { _id } = await answerOutcome(patient.ctx, { offerId: id, ...content('half-year') });
    const path = `/clinic/deal/${id}`;
    expect((await page(path, asClinic())).words).toContain('Report this later review');
    const report = { intent: 'report-half-year', answerId: _id, reason: 'Not ours.' };
    const sent = await page(path, asClinic(), report);
    expect([sent.status, sent.to]).toEqual([302, `${path}?reported=1`]);
  });
});

describe('what everybody reads', () => {
  it('says which review is which, in one list, and leaves stars and order as they were', async () => {
    const { _id } = await writeReview(patient.ctx, { offerId: id, stars: 4, text: 'At first.' });
    const stars = async () =>
      (await reputationOf(server.ctx(), [clinic.clinicId])).get(clinic.clinicId);
    const order = async () =>
      (await findClinics(server.ctx(), { sort: 'rating' })).clinics.map((one) => one._id);
    const before = [await stars(), await order()];
    const worst = { again: 'no', result: 'worse', text: 'Later on.' } as const;
    await answerOutcome(patient.ctx, { offerId: id, ...content('half-year', worst) });
    expect([await stars(), await order()]).toEqual(before);
    const { words, html } = await publicPage();
    const places = ['After 6 months', 'Later on.', 'First review', 'At first.'].map((one) =>
      words.indexOf(one),
    );
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(words).toContain('Would not do it again');
    // Two of the list: stars stand on one of them.
    expect(html.match(/4 of 5 stars/g)).toHaveLength(1);
    expect(_id).toBeTruthy();
  });

  it('turns pages over both kinds, each once', async () => {
    for (let n = 1; n <= 11; n += 1) {
      const one = await asked();
      await writeReview(one.patient.ctx, { offerId: one.offerId, stars: 5, text: `First ${n}.` });
      await answerOutcome(one.patient.ctx, {
        ...{ offerId: one.offerId },
        ...content('half-year', { text: `Later ${n}.` }),
      });
    }
    const seen: string[] = [];
    for (let path: string | undefined = '/find-clinics/later-dental'; path;) {
      const { html, words } = await page(path);
      seen.push(...(words.match(/(First|Later) \d+\./g) ?? []));
      path = /href="([^"#]+\?reviews=[^"#]+)#reviews"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(seen).toHaveLength(22);
    expect(new Set(seen).size).toBe(22);
  });

  it('shows the denominator from ten answers on, of the clinic and of all together', async () => {
    const silent = '17 were asked and did not answer.';
    await server.services.database.pool.query(
      `insert into outcomes.tally (clinic_id, year_asked, year_answered, year_again) values ($1, 26, 9, 8)
        on conflict (clinic_id) do update set year_asked = 26, year_answered = 9, year_again = 8`,
      [clinic.clinicId],
    );
    expect((await publicPage()).words).not.toContain('answered after a year');
    const { patient: tenth, offerId } = await asked('year');
    await answerOutcome(tenth.ctx, { offerId, ...content('year') });
    const shown = '10 of 27 answered after a year; 9 would do it again';
    for (const path of ['/find-clinics/later-dental', '/transparency']) {
      const { words } = await page(path);
      expect(words).toContain(shown);
      expect(words).toContain(silent);
    }
    const body = await (await server.request('/api/clinics/later-dental')).json();
    expect(body).toMatchObject({
      data: { clinic: { outcomes: { year: { answered: 10, of: 27, again: 9 } } } },
    });
    expect((await page('/tr/find-clinics/later-dental')).words).toContain(
      'Bir yıl sonra 27 kişiden 10 kişi yanıtladı',
    );
  });
});
