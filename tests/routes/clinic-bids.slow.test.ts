import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerTime, cancelDeal, proposeTime } from '#modules/deals';
import { now } from '#platform/time/clock';
import { after, days } from '#platform/base/duration';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { write } from '../../workflows/conversations/testing';
import { readDealOf } from '../../workflows/deals/read-deal-of';
import { publishedLead, sentOffer, withoutBudgets } from '../../workflows/offers/testing';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';
import { countRoundTrips } from '../kit/round-trips';
import { acceptShownOffer } from '../../workflows/offers/offers';

let server: TestServer;
let clinic: SignedInClinic;
let other: SignedInClinic;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  await withoutBudgets(server);
  clinic = await signedInClinic(server.ctx());
  other = await signedInClinic(server.ctx());
});
afterAll(() => server?.close());

const get = (path: string, { token }: SignedInClinic = clinic) =>
  server.request(path, { headers: { Cookie: `clinic=${token}`, Accept: 'text/html' } });
const bids = async (who = clinic) => (await get('/clinic/dashboard?tab=bids', who)).text();
const won = async (who = clinic) => (await get('/clinic/dashboard?tab=won', who)).text();

async function offered() {
  const patient = await signedInPatient(server.ctx());
  const { leadId } = await publishedLead(server, {}, patient.ctx as never);
  return { patient, leadId, offerId: await sentOffer(clinic.ctx, leadId) };
}
const digits = ({ phone }: SignedInPatient) => phone.replace(/\D/g, '');

describe('the cards of bids', () => {
  it('say when something was said last and how much is new, and lead to it and to the dates', async () => {
    const { patient, leadId, offerId } = await offered();
    const before = await bids();
    expect(before).toContain(`href="/clinic/conversation/${offerId}"`);
    expect(before).toContain(`href="/clinic/request/${leadId}#offer-form-earliestDate"`);
    expect(before).toContain('None yet');
    await write(patient.ctx, offerId, 'When could I come?');
    await write(patient.ctx, offerId, 'In May?');
    const after = await bids();
    expect(after).toContain('2 new');
    expect(after).not.toContain('None yet');
    expect(await bids(other)).not.toContain(offerId);
  });

  it('give the number to the chosen clinic alone, from the choice to a cancellation', async () => {
    const { patient, leadId, offerId } = await offered();
    await sentOffer(other.ctx, leadId);
    const closed = async () => {
      for (const who of [clinic, other])
        for (const page of [await bids(who), await won(who)])
          expect(page).not.toContain(digits(patient));
    };
    await closed();
    await acceptShownOffer(patient.ctx, { offerId });
    const card = await won();
    expect(card).toContain(`https://wa.me/${digits(patient)}?text=About+your+`);
    expect(card).toContain(`href="/clinic/deal/${offerId}"`);
    for (const page of [await bids(other), await won(other)])
      expect(page).not.toContain(digits(patient));
    const deal = await (await get(`/clinic/deal/${offerId}`)).text();
    expect(deal).toContain(`https://wa.me/${digits(patient)}?text=Hello+`);
    await cancelDeal(patient.ctx, { offerId, code: 'changed-mind', reason: null } as never);
    await closed();
    expect(await won()).toContain('Cancelled');
  });

  it('say where each deal stands, and are narrowed by it', async () => {
    const { patient, leadId, offerId } = await offered();
    await sentOffer(other.ctx, leadId);
    await acceptShownOffer(patient.ctx, { offerId });
    const states = ['accepted', 'scheduled', 'treated', 'reviewed', 'cancelled'];
    const has = async (who = clinic) => {
      const pages = await Promise.all(
        states.map(async (state) =>
          (await get(`/clinic/dashboard?tab=won&state=${state}`, who)).text(),
        ),
      );
      return states.filter((_state, n) => pages[n]!.includes(`/clinic/deal/${offerId}`));
    };
    expect(await has()).toEqual(['accepted']);
    expect(await has(other)).toEqual([]);
    const card = await won();
    expect(card).toContain('Date to agree');
    // What was agreed on stands there, and no guess beside it.
    expect(card).not.toContain('Guessed from the budget');
    const startsAt = after(await now(server.ctx()), days(10)).toISOString();
    await proposeTime(clinic.ctx, { offerId, startsAt, note: null });
    const { times } = await readDealOf(patient.ctx, { offerId });
    await answerTime(patient.ctx, { offerId, timeId: times[0]!._id, answer: 'accept' });
    expect(await has()).toEqual(['scheduled']);
    await cancelDeal(patient.ctx, { offerId, code: 'dates', reason: null } as never);
    expect(await has()).toEqual(['cancelled']);
    expect(await (await get('/clinic/dashboard?tab=won&state=reviewed')).text()).toContain(
      'No deals here: Reviewed',
    );
  });

  it('take as many statements for many cards as for one', async () => {
    const count = async (tab: string) => {
      await get(`/clinic/dashboard?tab=${tab}`);
      const { statements } = await countRoundTrips(() => get(`/clinic/dashboard?tab=${tab}`));
      return statements.length;
    };
    const first = await offered();
    await acceptShownOffer(first.patient.ctx, { offerId: first.offerId });
    const few = [await count('bids'), await count('won')];
    for (let n = 0; n < 4; n += 1) {
      const { patient, offerId } = await offered();
      await write(patient.ctx, offerId, 'Hello');
      if (n % 2) await acceptShownOffer(patient.ctx, { offerId });
    }
    expect([await count('bids'), await count('won')]).toEqual(few);
    // With the header: what is unread, and which of it is closed.
    expect(few[0]).toBeLessThanOrEqual(13);
    expect(few[1]).toBeLessThanOrEqual(15);
  });

  it('stand beside what patients see of the clinic', async () => {
    const page = await (await get('/clinic/dashboard')).text();
    expect(page).toContain('Fewer than 5 reviews so far');
    await server.services.database.pool.query(
      `insert into deals.reputation (clinic_id, reviews, stars, treatments, kept) values ($1, 6, 27, 12, 11)
       on conflict (clinic_id) do update set reviews = 6, stars = 27, treatments = 12, kept = 11`,
      [clinic.clinicId],
    );
    const rated = await (await get('/clinic/dashboard')).text();
    expect(rated).toContain('4.5 of 5 (6 reviews)');
    expect(rated).toContain('In 11 of 12 treatments');
  });
});
