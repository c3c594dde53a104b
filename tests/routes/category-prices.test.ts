import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  publishedLead,
  sentOffer,
  someClinics,
  withoutBudgets,
} from '../../workflows/offers/testing';
import { wordsOf } from '../kit/browse';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await withoutBudgets(server);
});
afterAll(() => server?.close());

const words = async (path: string) => wordsOf(await (await server.request(path)).text());

it('says for each treatment of a category in what range half of its offers lie, where there are enough', async () => {
  const clinics = await someClinics(server, 8);
  for (const half of [clinics.slice(0, 4), clinics.slice(4)])
    for (let round = 0; round < 3; round += 1) {
      const { leadId } = await publishedLead(server, { subTreatment: 'Root Canal', locations: [] });
      for (const [n, clinic] of half.entries())
        await sentOffer(clinic, leadId, { amountCents: 100_000 * (n + 1) });
    }
  const listed = await words('/treatments/dental');
  // Six offers each of $1,000 to $4,000.
  expect(listed).toContain('$1,750 to $3,250 in half of all offers');
  expect(listed).toContain('The middle offer is $2,500. From 24 offers of 8 clinics.');
  expect(listed.match(/in half of all offers/g)).toHaveLength(1);
  expect(await words('/tr/treatments/dental')).toContain('Tekliflerin yarısı');
  expect(await words('/treatments/hair')).not.toContain('in half of all offers');
});

it('names a public source with its date where too few offers were made, and nothing where there is none', async () => {
  const nose = await words('/treatments/cosmetic/rhinoplasty-nose-job');
  expect(nose).toContain('the average fee of the surgeon alone was $5,350 in 2018');
  expect(nose).toMatch(/Source: American Society of Plastic Surgeons.*.*, Apr 10, 2019/);
  const turkish = await words('/tr/treatments/cosmetic/rhinoplasty-nose-job');
  expect(turkish).toContain('Kaynak: American Society of Plastic Surgeons');
  expect(await words('/treatments/dental/dental-crown')).not.toContain('Source:');
  // Enough offers: they say more.
  expect(await words('/treatments/dental/root-canal')).toContain('in half of all offers');
});
