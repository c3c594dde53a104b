import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerReview, confirmTreatment, removeReview, writeReview } from '#modules/deals';
import type { ReviewDto } from '#contracts/deals';
import { begunDeal, someDay } from '../../modules/deals/testing';
import { signedInPatient } from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { wordsOf } from '../kit/browse';
import { signedInClinic, someReviewer, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
let clinic: SignedInClinic;
beforeAll(async () => {
  server = await startTestServer();
  clinic = await signedInClinic(server.ctx(), { details: { clinicName: 'Reviewed Dental' } });
});
afterAll(() => server?.close());

const address = '/find-clinics/reviewed-dental';
const page = async (path = address) => {
  const html = await (await server.request(path)).text();
  return { html, words: wordsOf(html) };
};

/** A treatment that both sides confirmed, and what its patient says of it. */
async function reviewed(text: string): Promise<ReviewDto> {
  const { ctx } = await signedInPatient(server.ctx(), {
    firstName: 'Zoë',
    lastName: 'Canaryname',
    email: 'canary@example.com',
  });
  const { _id: leadId } = await submitted(ctx);
  const who = { leadId, patientId: ctx.actor.id, clinicId: clinic.clinicId };
  const offerId = await begunDeal(ctx, who);
  for (const side of [ctx, clinic.ctx])
    await confirmTreatment(side, {
      offerId,
      finalAmountCents: 200_000,
      reason: null,
      treatedOn: await someDay(side),
    });
  return writeReview(ctx, { offerId, stars: 4, text });
}

describe('the reviews on the page of a clinic', () => {
  it('say that there are none yet', async () => {
    expect((await page()).words).toContain('No patient has written a review yet.');
  });

  it('are under abbreviated names, without contact data, with the answer, and gone when staff remove them', async () => {
    const { _id: reviewId } = await reviewed('Calm and exact. Call me: +90 532 123 45 67');
    await answerReview(clinic.ctx, { reviewId, text: 'Thank you, come back.' });
    const { html, words } = await page();
    for (const said of [
      'Root Canal',
      'Zoë C.',
      'Calm and exact.',
      'Answer of the clinic',
      'Thank you, come back.',
    ])
      expect(words).toContain(said);
    expect(html).toContain('4 of 5 stars');
    expect(html).not.toMatch(/canary|532 123/i);
    await removeReview(server.ctx(someReviewer()), {
      reviewId,
      because: 'insult',
      reason: 'Insults staff.',
    });
    expect((await page()).words).not.toContain('Calm and exact.');
  });

  it('come ten at a time, newest first; an address that makes no sense begins at the newest', async () => {
    for (let n = 1; n <= 11; n += 1) await reviewed(`Told for the ${n}. time.`);
    const first = await page();
    expect(first.words).toContain('Told for the 11. time.');
    expect(first.words).not.toContain('Told for the 1. time.');
    const older = /href="([^"#]+\?reviews=[^"#]+)#reviews"/.exec(first.html)![1]!;
    const second = await page(older.replaceAll('&amp;', '&'));
    expect(second.words).toContain('Told for the 1. time.');
    expect(second.words).not.toContain('Told for the 2. time.');
    expect(second.words).toContain('Back to the newest reviews');
    expect((await page(`${address}?reviews=bogus`)).words).toContain('Told for the 11. time.');
  });
});
