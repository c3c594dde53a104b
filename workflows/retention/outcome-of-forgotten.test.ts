import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmTreatment } from '#modules/deals';
import { answerOutcome, readOutcome } from '#modules/outcomes';
import { writeSetting } from '#platform/settings/settings';
import { system } from '#platform/base/actor';
import { days } from '#platform/base/duration';
import { closedLeadMonths } from '../../modules/leads/rules';
import { someDay } from '../../modules/deals/testing';
import { content } from '../../modules/outcomes/testing';
import { begun, pass } from '../../tests/kit/event-scenes';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { stopAftercare } from '../deals/aftercare';
import { withoutBudgets } from '../offers/testing';
import { forgetClosedRequests } from './forget-closed-requests';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
  await withoutBudgets(kit);
});
afterAll(() => kit.close());

it('asks and counts what became of a treatment whose request was forgotten before the year is over', async () => {
  const { patient, clinic, offerId, leadId } = await begun(kit);
  const treatedOn = await someDay(patient);
  for (const side of [patient, clinic])
    await confirmTreatment(side, { offerId, finalAmountCents: 250_000, reason: null, treatedOn });
  await stopAftercare(patient, { offerId });
  await writeSetting(kit.ctx(), closedLeadMonths, 1);
  await pass(kit, days(40));
  expect(await forgetClosedRequests(kit.ctx(system('test')))).toBe(1);
  const { rows } = await kit.services.database.pool.query<{ gone: boolean }>(
    'select forgotten_at is not null as gone from leads.lead where id = $1',
    [leadId],
  );
  expect(rows).toEqual([{ gone: true }]);
  await pass(kit, days(143));
  await answerOutcome(patient, { offerId, ...content('half-year') });
  await pass(kit, days(183));
  expect((await readOutcome(patient, { offerId })).due).toMatchObject({ moment: 'year' });
  await answerOutcome(patient, { offerId, ...content('year') });
  expect((await readOutcome(clinic, { offerId })).answers.map(({ moment }) => moment)).toEqual([
    'half-year',
    'year',
  ]);
});
