import { answerTime, confirmTreatment } from '#modules/deals';
import { answerOutcome, removeOutcomeAnswer, reportAnswer } from '#modules/outcomes';
import { now } from '#platform/time/clock';
import { after, days } from '#platform/base/duration';
import { provePages } from '../../tests/kit/event-proof';
import { type DealScene, pass, staff, wayOfDeal } from '../../tests/kit/event-scenes';
import { signedInStaff } from '../../modules/identity/testing';
import { content } from '../../modules/outcomes/testing';
import type { Moment } from '../../modules/outcomes/values';
import { proposeTime } from '../deals/appointments';
import { withoutBudgets } from '../offers/testing';
import { outcomePages } from './outcomes';

/** A treatment that was confirmed, and what followed; the last step causes the event. */
const way = (by: string, ...steps: ReadonlyArray<(scene: DealScene) => Promise<unknown>>) =>
  wayOfDeal(by, treated, ...steps);

async function treated({ kit, patient, clinic, offerId }: DealScene): Promise<void> {
  const startsAt = after(await now(patient), days(3)).toISOString();
  await proposeTime(patient, { offerId, startsAt, note: null });
  const { rows } = await kit.services.database.pool.query<{ id: string }>(
    `select t.id from deals.time t join deals.deal d on d.id = t.deal_id where d.offer_id = $1`,
    [offerId],
  );
  await answerTime(clinic, { offerId, timeId: rows[0]!.id, answer: 'accept' });
  await pass(kit, days(4));
  for (const side of [patient, clinic])
    await confirmTreatment(side, { offerId, finalAmountCents: 250_000, reason: null });
}

const wait =
  (length: number) =>
  ({ kit }: DealScene) =>
    pass(kit, days(length));
const answered =
  (moment: Moment) =>
  ({ patient, offerId }: DealScene) =>
    answerOutcome(patient, { offerId, ...content(moment) });
const answerId = async ({ kit, offerId }: DealScene) => {
  const { rows } = await kit.services.database.pool.query<{ id: string }>(
    'select id from outcomes.answer where offer_id = $1',
    [offerId],
  );
  return rows[0]!.id;
};

provePages(
  outcomePages,
  {
    'outcomes.half-year-due': [way('outcomes.half-year-window', wait(182))],
    'outcomes.year-due': [way('outcomes.year-window', wait(300), wait(65))],
    'outcomes.answered': [
      way('outcomes.answer', wait(183), answered('half-year')),
      way('outcomes.answer', wait(300), wait(66), answered('year')),
    ],
    'outcomes.unanswered': [
      way('outcomes.half-year-answer-window', wait(183), wait(61)),
      way('outcomes.year-answer-window', wait(183), answered('half-year'), wait(183), wait(61)),
    ],
    'outcomes.answer-reported': [
      way('outcomes.report', wait(183), answered('half-year'), async (scene) =>
        reportAnswer(scene.clinic, { answerId: await answerId(scene), reason: 'Not true.' }),
      ),
    ],
    'outcomes.answer-removed': [
      way('admin.later-reviews.remove', wait(183), answered('half-year'), async (scene) =>
        removeOutcomeAnswer(staff(scene.kit), {
          answerId: await answerId(scene),
          because: 'insult',
          reason: 'It insults somebody.',
        }),
      ),
    ],
  },
  async (kit) => {
    await withoutBudgets(kit);
    await signedInStaff(kit.ctx());
  },
);
