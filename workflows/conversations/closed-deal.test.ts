import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withdrawableKinds } from '#contracts/identity';
import { acceptOffer, partiesOf } from '#modules/offers';
import { cancelDeal, readableFor } from '#modules/deals';
import { days, inSeconds } from '#platform/duration';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { readDealOf } from '../deals/read-deal-of';
import { takeConsentBack } from '../leaving/withdraw-consent';
import { browseBids } from '../offers/browse-bids';
import { readRequest } from '../offers/read-request';
import { withoutBudgets } from '../offers/testing';
import { read, rowsOf, someTalk, texts, write } from './testing';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
  await withoutBudgets(kit);
});
afterAll(() => kit.close());

const canary = 'penicillin-canary';
const phone = '+905321112233';

type Scene = Awaited<ReturnType<typeof chosen>>;

async function chosen() {
  const talk = await someTalk(kit);
  const { patient, clinic, offerId, leadId } = talk;
  await acceptOffer(patient, { offerId });
  await write(patient, offerId, `Call ${phone}`);
  await write(clinic, offerId, 'Our own words');
  await rowsOf(kit)(
    `update leads.lead set description = $2,
       patient_info = '{"ageRange":"25-34","gender":"female","medicalHistory":"","allergies":"${canary}"}' where id = $1`,
    [leadId, canary],
  );
  return talk;
}

/** What each path of reading gives the clinic. */
const paths: Record<string, (scene: Scene) => Promise<unknown>> = {
  request: ({ clinic, leadId }) => readRequest(clinic, { leadId }),
  conversation: ({ clinic, offerId }) => read(clinic, offerId),
  deal: async ({ clinic, offerId }) => (await readDealOf(clinic, { offerId })).contact,
  bids: async ({ clinic }) =>
    (await browseBids(clinic, { group: 'won' })).bids.map(({ deal }) => deal?.phoneNumber ?? null),
};
const seen = async (scene: Scene) =>
  JSON.stringify(await Promise.all(Object.values(paths).map((look) => look(scene))));

/** As if the end had been set so long ago. */
const age = ({ offerId }: Scene, length: number) =>
  rowsOf(kit)(
    'update offers.reading_end set until = until - make_interval(secs => $2) where offer_id = $1',
    [offerId, length / 1000],
  );
const ends: Record<
  string,
  { end: (scene: Scene) => Promise<unknown>; open: number | null; closed: number }
> = {
  ...Object.fromEntries(
    withdrawableKinds.map((kind) => [
      `${kind} withdrawn`,
      { end: ({ patient }: Scene) => takeConsentBack(patient, { kind }), open: null, closed: 0 },
    ]),
  ),
  cancelled: {
    end: ({ patient, offerId }) =>
      cancelDeal(patient, { offerId, code: 'changed-mind', reason: canary }),
    open: days(13),
    closed: days(2),
  },
};

describe.each(Object.entries(ends))('%s', (_, { end, open, closed }) => {
  it('closes each path of reading, and writing for both', async () => {
    const scene = await chosen();
    expect(await seen(scene)).toContain(canary);
    await end(scene);
    if (open !== null) {
      await age(scene, open);
      expect(await seen(scene)).toContain(canary);
      await write(scene.clinic, scene.offerId, 'Still open');
    }
    await age(scene, closed);
    for (const [path, look] of Object.entries(paths)) {
      const said = JSON.stringify(await look(scene));
      for (const word of [canary, phone, '25-34']) expect(said, path).not.toContain(word);
    }
    for (const who of [scene.clinic, scene.patient])
      await expect(write(who, scene.offerId, 'more')).rejects.toMatchObject({
        code: 'conversation_closed',
      });
    expect(await texts(scene.clinic, scene.offerId)).toContain('Our own words');
    expect((await texts(scene.patient, scene.offerId)).join()).toContain(phone);
    await expect(read(scene.stranger, scene.offerId)).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('gives nothing to fifty reads that begin after a withdrawal', async () => {
  const scene = await chosen();
  let committed = false;
  const taken = takeConsentBack(scene.patient, { kind: 'health-data' }).then(() => {
    committed = true;
  });
  const found = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      if (n % 2) await taken;
      const after = committed;
      return { after, said: await seen(scene) };
    }),
  );
  const late = found.filter(({ after }) => after);
  expect(late.length).toBeGreaterThanOrEqual(25);
  for (const { said } of late) expect(said).not.toContain(canary);
  const { isClosed } = await partiesOf(scene.clinic, { offerId: scene.offerId });
  expect(isClosed).toBe(true);
});

it('lasts as long as the rule says', () => {
  expect(inSeconds(readableFor.treated)).toBe(400 * 86_400);
  expect(inSeconds(readableFor.cancelled)).toBe(14 * 86_400);
});
