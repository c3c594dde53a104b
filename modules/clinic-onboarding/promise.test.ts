import { afterAll, beforeAll, expect, it } from 'vitest';
import { days, hours } from '#platform/base/duration';
import { writeSetting } from '#platform/settings/settings';
import { teamCalendar } from '#platform/settings/team-calendar';
import { businessDaysAfter } from '#platform/time/business-time';
import { readPromises } from './queries.server';
import { promisedDays } from './promised-days';
import { reviewWindows } from './rules';
import { createTestServices, type TestServices } from '../../tests/kit/services';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const calendar = teamCalendar.defaults('test');
const promised = async (completeAt: string) => {
  const from = new Date(completeAt);
  const promiseOf = await readPromises(kit.ctx());
  return promiseOf({ completeAt: from, dueAt: businessDaysAfter(calendar, from, 3) });
};

it.each([
  ['on a Monday', '2026-03-02T15:00:00Z', '2026-03-04', '2026-03-05'],
  ['on a Wednesday: the weekend is in between', '2026-03-04T15:00:00Z', '2026-03-06', '2026-03-09'],
  ['on a Friday', '2026-03-06T15:00:00Z', '2026-03-10', '2026-03-11'],
  // Counts as Monday from its first minute on: three days of it are over with the end of Wednesday.
  ['on a Saturday', '2026-02-28T18:00:00Z', '2026-03-03', '2026-03-04'],
  ['late on a Sunday that is Monday elsewhere', '2026-03-02T03:00:00Z', '2026-03-03', '2026-03-04'],
  ['before Thanksgiving', '2026-11-24T15:00:00Z', '2026-11-27', '2026-11-30'],
])('what is complete %s is promised by days', async (_when, at, by, latest) => {
  expect(await promised(at)).toEqual({ by, latest });
});

it('promises nothing while the clocks stand still', async () => {
  expect((await readPromises(kit.ctx()))({ completeAt: null, dueAt: null })).toBeNull();
});

it('never expects a decision after the last day of the promise', async () => {
  const windows = { reminder: hours(24), escalation: days(9), businessDays: 3 };
  await writeSetting(kit.ctx(), reviewWindows, windows);
  expect(await promised('2026-03-02T15:00:00Z')).toEqual({
    by: '2026-03-05',
    latest: '2026-03-05',
  });
});

it('names days the same way everywhere', () => {
  const promise = { by: '2026-11-25', latest: '2026-11-27' };
  expect(promisedDays(promise, 'en')).toEqual({
    by: 'Wednesday, Nov 25',
    latest: 'Friday, Nov 27',
  });
  expect(promisedDays(promise, 'tr')).toEqual({ by: '25 Kas Çarşamba', latest: '27 Kas Cuma' });
});
