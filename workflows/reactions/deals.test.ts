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
import { provePages } from '../../tests/kit/event-proof';
import { type DealScene, pass, shared, staff, wayOfDeal } from '../../tests/kit/event-scenes';
import { signedInStaff } from '../../modules/identity/testing';
import { proposeTime } from '../deals/appointments';
import { withoutBudgets } from '../offers/testing';
import { dealPages } from './deals';

type Side = 'patient' | 'clinic';
const proposedBy =
  (side: Side) =>
  async ({ offerId, ...scene }: DealScene) => {
    const startsAt = after(await now(scene[side]), days(3)).toISOString();
    await proposeTime(scene[side], { offerId, startsAt, note: null });
  };
const proposed = proposedBy('patient');
const answeredBy = (side: Side, answer: 'accept' | 'decline') => async (scene: DealScene) => {
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
  ({ kit }: DealScene) =>
    pass(kit, days(length));
const price = { finalAmountCents: 250_000, reason: null };
const confirmedBy = (side: Side) => (scene: DealScene) =>
  confirmTreatment(scene[side], { offerId: scene.offerId, ...price });
/** What the accepted offer rests on does not hold, and both sides name it. */
const surcharged = (side: Side) => async (scene: DealScene) => {
  const { kit, offerId } = scene;
  await kit.services.database.pool.query(
    `update deals.deal set assumptions = '[{"text":"No graft.","surchargeCents":1000}]' where offer_id = $1`,
    [offerId],
  );
  const because = 'assumption-1';
  await confirmTreatment(scene[side], { offerId, ...price, finalAmountCents: 251_000, because });
};
const denied = ({ patient, offerId }: DealScene) =>
  denyTreatment(patient, { offerId, reason: 'Nobody was there.' });
const cancelled = ({ patient, offerId }: DealScene) =>
  cancelDeal(patient, { offerId, code: 'changed-mind', reason: 'I changed my mind.' });
const reviewed = ({ patient, offerId }: DealScene) =>
  writeReview(patient, { offerId, stars: 5, text: 'All was well.' });
const reviewOf = async ({ kit, offerId }: DealScene) => {
  const { rows } = await kit.services.database.pool.query<{ id: string }>(
    'select r.id from deals.review r join deals.deal d on d.id = r.deal_id where d.offer_id = $1',
    [offerId],
  );
  return rows[0]!.id;
};
const thanked = async (scene: DealScene) =>
  answerReview(scene.clinic, { reviewId: await reviewOf(scene), text: 'Thank you.' });
const removal = { because: 'insult', reason: 'It insults somebody.' } as const;

const scheduled = [proposed, agreed];
const treated = [...scheduled, wait(4), confirmedBy('clinic'), confirmedBy('patient')];

provePages(
  dealPages,
  {
    'deals.time-proposed': [
      wayOfDeal('deals.propose-time', proposed),
      wayOfDeal('deals.propose-time', proposedBy('clinic')),
    ],
    'deals.time-declined': [
      wayOfDeal('deals.decline-time', proposed, declined),
      wayOfDeal('deals.decline-time', proposedBy('clinic'), answeredBy('patient', 'decline')),
    ],
    'deals.scheduled': [
      wayOfDeal('deals.accept-time', ...scheduled),
      wayOfDeal('deals.accept-time', ...scheduled, ...scheduled),
    ],
    'deals.visit-soon': [wayOfDeal('deals.visit-window', ...scheduled, wait(2.5))],
    'deals.treatment-due': [wayOfDeal('deals.treatment-window', ...scheduled, wait(3), wait(2.5))],
    'deals.confirmed': [
      wayOfDeal('deals.treated', ...scheduled, wait(4), confirmedBy('clinic')),
      wayOfDeal('deals.treated', ...scheduled, wait(4), confirmedBy('patient')),
    ],
    'deals.confirmation-due': [
      wayOfDeal('deals.first-nudge-window', ...scheduled, wait(4), confirmedBy('clinic'), wait(6)),
      wayOfDeal(
        'deals.second-nudge-window',
        ...scheduled,
        wait(4),
        confirmedBy('patient'),
        wait(6),
        wait(12),
      ),
    ],
    'deals.denied': [wayOfDeal('deals.not-treated', ...scheduled, wait(4), denied)],
    'deals.treated': [
      wayOfDeal('deals.treated', ...treated),
      wayOfDeal(
        'deals.treated',
        ...scheduled,
        wait(4),
        surcharged('clinic'),
        surcharged('patient'),
      ),
      wayOfDeal('deals.silence-window', ...scheduled, wait(4), confirmedBy('clinic'), wait(15)),
      wayOfDeal(
        'admin.deals.uphold',
        ...scheduled,
        wait(4),
        confirmedBy('clinic'),
        denied,
        ({ kit, offerId }) => upholdTreatment(staff(kit), { offerId, reason: 'It took place.' }),
      ),
    ],
    'deals.stood-still': [
      wayOfDeal('deals.date-window', wait(15)),
      wayOfDeal('deals.report-window', ...scheduled, wait(4), wait(8)),
    ],
    'deals.cancelled': [
      wayOfDeal(
        'deals.cancel',
        ...scheduled,
        ({ patient, offerId }) => shared(patient, { kind: 'deal', id: offerId }),
        cancelled,
      ),
      wayOfDeal('deals.cancel', proposed, cancelled),
      wayOfDeal('admin.deals.cancel', ({ kit, offerId }) =>
        cancelDealAsStaff(staff(kit), { offerId, code: 'other', reason: 'Both asked for it.' }),
      ),
    ],
    'deals.reviewed': [wayOfDeal('deals.review', ...treated, reviewed)],
    'deals.team-wrote': [
      wayOfDeal('admin.deals.write', ({ kit, offerId }) =>
        writeToBothSides(staff(kit), { id: dealIdOf(offerId), text: 'A word to both.' }),
      ),
    ],
    'deals.review-answered': [wayOfDeal('deals.answer-review', ...treated, reviewed, thanked)],
    'deals.review-reported': [
      wayOfDeal('deals.report-review', ...treated, reviewed, async (scene) =>
        reportReview(scene.clinic, { reviewId: await reviewOf(scene), reason: 'It is not true.' }),
      ),
    ],
    'deals.review-removed': [
      wayOfDeal('admin.reviews.remove', ...treated, reviewed, async (scene) =>
        removeReview(staff(scene.kit), { reviewId: await reviewOf(scene), ...removal }),
      ),
      wayOfDeal('admin.reviews.remove-answer', ...treated, reviewed, thanked, async (scene) =>
        removeAnswer(staff(scene.kit), { reviewId: await reviewOf(scene), ...removal }),
      ),
    ],
  },
  async (kit) => {
    await withoutBudgets(kit);
    await signedInStaff(kit.ctx());
  },
);
