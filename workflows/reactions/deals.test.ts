import {
  answerReview,
  answerTime,
  cancelDeal,
  cancelDealAsStaff,
  confirmTreatment,
  dealIdOf,
  denyTreatment,
  removeAnswer,
  removeReview,
  reportReview,
  upholdTreatment,
  writeReview,
  writeToBothSides,
} from '#modules/deals';
import { now } from '#platform/time/clock';
import { after, days } from '#platform/base/duration';
import { provePages, type WayOf } from '../../tests/kit/event-proof';
import { begun, pass, staff } from '../../tests/kit/event-scenes';
import type { TestServices } from '../../tests/kit/services';
import { signedInStaff } from '../../modules/identity/testing';
import { proposeTime } from '../deals/appointments';
import { withoutBudgets } from '../offers/testing';
import { dealPages } from './deals';

type Scene = Awaited<ReturnType<typeof begun>> & { kit: TestServices };
/** A deal that has come as far as `to`; the last one causes the event. */
const way = (by: string, ...steps: Array<(scene: Scene) => Promise<unknown>>): WayOf => ({
  by,
  arrange: async (kit) => {
    const scene = { kit, ...(await begun(kit)) };
    for (const step of steps.slice(0, -1)) await step(scene);
    return () => steps.at(-1)!(scene);
  },
});

type Side = 'patient' | 'clinic';
const proposedBy =
  (side: Side) =>
  async ({ offerId, ...scene }: Scene) => {
    const startsAt = after(await now(scene[side]), days(3)).toISOString();
    await proposeTime(scene[side], { offerId, startsAt, note: null });
  };
const proposed = proposedBy('patient');
const answeredBy = (side: Side, answer: 'accept' | 'decline') => async (scene: Scene) => {
  const { kit, offerId } = scene;
  const { rows } = await kit.services.database.pool.query<{ id: string }>(
    `select t.id from deals.time t join deals.deal d on d.id = t.deal_id
      where d.offer_id = $1 order by t.created_at desc limit 1`,
    [offerId],
  );
  await answerTime(scene[side], { offerId, timeId: rows[0]!.id, answer });
};
const agreed = answeredBy('clinic', 'accept');
const declined = answeredBy('clinic', 'decline');
const wait =
  (length: number) =>
  ({ kit }: Scene) =>
    pass(kit, days(length));
const price = { finalAmountCents: 250_000, reason: null };
const confirmedBy = (side: Side) => (scene: Scene) =>
  confirmTreatment(scene[side], { offerId: scene.offerId, ...price });
/** What the accepted offer rests on does not hold, and both sides name it. */
const surcharged = (side: Side) => async (scene: Scene) => {
  const { kit, offerId } = scene;
  await kit.services.database.pool.query(
    `update deals.deal set assumptions = '[{"text":"No graft.","surchargeCents":1000}]' where offer_id = $1`,
    [offerId],
  );
  const because = 'assumption-1';
  await confirmTreatment(scene[side], { offerId, ...price, finalAmountCents: 251_000, because });
};
const denied = ({ patient, offerId }: Scene) =>
  denyTreatment(patient, { offerId, reason: 'Nobody was there.' });
const cancelled = ({ patient, offerId }: Scene) =>
  cancelDeal(patient, { offerId, code: 'changed-mind', reason: 'I changed my mind.' });
const reviewed = ({ patient, offerId }: Scene) =>
  writeReview(patient, { offerId, stars: 5, text: 'All was well.' });
const reviewOf = async ({ kit, offerId }: Scene) => {
  const { rows } = await kit.services.database.pool.query<{ id: string }>(
    'select r.id from deals.review r join deals.deal d on d.id = r.deal_id where d.offer_id = $1',
    [offerId],
  );
  return rows[0]!.id;
};
const thanked = async (scene: Scene) =>
  answerReview(scene.clinic, { reviewId: await reviewOf(scene), text: 'Thank you.' });
const removal = { because: 'insult', reason: 'It insults somebody.' } as const;

const scheduled = [proposed, agreed];
const treated = [...scheduled, wait(4), confirmedBy('clinic'), confirmedBy('patient')];

provePages(
  dealPages,
  {
    'deals.time-proposed': [
      way('deals.propose-time', proposed),
      way('deals.propose-time', proposedBy('clinic')),
    ],
    'deals.time-declined': [
      way('deals.decline-time', proposed, declined),
      way('deals.decline-time', proposedBy('clinic'), answeredBy('patient', 'decline')),
    ],
    'deals.scheduled': [
      way('deals.accept-time', ...scheduled),
      way('deals.accept-time', ...scheduled, ...scheduled),
    ],
    'deals.visit-soon': [way('deals.visit-window', ...scheduled, wait(2.5))],
    'deals.treatment-due': [way('deals.treatment-window', ...scheduled, wait(3), wait(2.5))],
    'deals.confirmed': [
      way('deals.treated', ...scheduled, wait(4), confirmedBy('clinic')),
      way('deals.treated', ...scheduled, wait(4), confirmedBy('patient')),
    ],
    'deals.confirmation-due': [
      way('deals.first-nudge-window', ...scheduled, wait(4), confirmedBy('clinic'), wait(6)),
      way(
        'deals.second-nudge-window',
        ...scheduled,
        wait(4),
        confirmedBy('patient'),
        wait(6),
        wait(12),
      ),
    ],
    'deals.denied': [way('deals.not-treated', ...scheduled, wait(4), denied)],
    'deals.treated': [
      way('deals.treated', ...treated),
      way('deals.treated', ...scheduled, wait(4), surcharged('clinic'), surcharged('patient')),
      way('deals.silence-window', ...scheduled, wait(4), confirmedBy('clinic'), wait(15)),
      way(
        'admin.deals.uphold',
        ...scheduled,
        wait(4),
        confirmedBy('clinic'),
        denied,
        ({ kit, offerId }) => upholdTreatment(staff(kit), { offerId, reason: 'It took place.' }),
      ),
    ],
    'deals.stood-still': [
      way('deals.date-window', wait(15)),
      way('deals.report-window', ...scheduled, wait(4), wait(8)),
    ],
    'deals.cancelled': [
      way('deals.cancel', ...scheduled, cancelled),
      way('deals.cancel', proposed, cancelled),
      way('admin.deals.cancel', ({ kit, offerId }) =>
        cancelDealAsStaff(staff(kit), { offerId, code: 'other', reason: 'Both asked for it.' }),
      ),
    ],
    'deals.reviewed': [way('deals.review', ...treated, reviewed)],
    'deals.team-wrote': [
      way('admin.deals.write', ({ kit, offerId }) =>
        writeToBothSides(staff(kit), { id: dealIdOf(offerId), text: 'A word to both.' }),
      ),
    ],
    'deals.review-answered': [way('deals.answer-review', ...treated, reviewed, thanked)],
    'deals.review-reported': [
      way('deals.report-review', ...treated, reviewed, async (scene) =>
        reportReview(scene.clinic, { reviewId: await reviewOf(scene), reason: 'It is not true.' }),
      ),
    ],
    'deals.review-removed': [
      way('admin.reviews.remove', ...treated, reviewed, async (scene) =>
        removeReview(staff(scene.kit), { reviewId: await reviewOf(scene), ...removal }),
      ),
      way('admin.reviews.remove-answer', ...treated, reviewed, thanked, async (scene) =>
        removeAnswer(staff(scene.kit), { reviewId: await reviewOf(scene), ...removal }),
      ),
    ],
  },
  async (kit) => {
    await withoutBudgets(kit);
    await signedInStaff(kit.ctx());
  },
);
