import { afterAll, beforeAll, expect, it } from 'vitest';
import { hours } from '#platform/base/duration';
import { listAlerts, listPendingTimers, readHistory, replayFlow } from './testing';
import { dismissAlert, retryDeadLetter } from '../jobs/retry-dead-letter';
import { newId } from '#platform/base/ids';
import { advance } from '../../tests/kit/clock';
import { reportDeadLetter } from '../jobs/dead-letters';
import { deadLetterQueue } from '../queue/envelope';
import { enqueuedJobs, runJobs } from '../jobs/testing';
import { parcelFlow } from './sample/parcel.flow';
import { createSampleKit, type SampleKit } from './sample/sample-kit';

let kit: SampleKit;
beforeAll(async () => {
  kit = await createSampleKit();
});
afterAll(() => kit.close());

const stuck = () => kit.rows('select id from flow.instance where stuck');

it('tells the history of an instance, and how it stood at any version', async () => {
  const id = await kit.start();
  await kit.send(id, { type: 'sample.weigh', grams: 2 });
  await kit.send(id, { type: 'sample.pack' });
  const history = await readHistory(kit.ctx(), { id });
  expect(history.map(({ name, effects }) => [name, effects])).toEqual([
    ['flow.started', []],
    ['sample.weigh', []],
    ['sample.pack', ['sample.print-label']],
  ]);
  expect(await readHistory(kit.ctx(), { id, after: 2 })).toHaveLength(1);
  const then = await replayFlow(kit.ctx(), parcelFlow, { id, upTo: 2 });
  expect(then.at(-1)).toMatchObject({ version: 2, check: 'same', state: { value: 'open' } });
});

it('finds a log that was tampered with', async () => {
  const id = await kit.start();
  await kit.send(id, { type: 'sample.weigh', grams: 2 });
  await kit.rows(
    `update flow.transition set state = jsonb_set(state, '{context,weight}', '3')
    where instance_id = $1 and version = 2`,
    [id],
  );
  const checks = (await replayFlow(kit.ctx(), parcelFlow, { id })).map(({ check }) => check);
  expect(checks).toEqual(['same', 'different']);
});

it('shows overdue timers first', async () => {
  await kit.start({ packWindow: hours(1) });
  await advance(kit.services, hours(1));
  const [first, second] = await listPendingTimers(kit.ctx());
  expect([first!.overdue, second!.overdue]).toEqual([true, false]);
});

/** A job that died, as pg-boss leaves it. */
async function letterOf(instance: string) {
  const id = newId();
  const data = { payload: { parcelId: instance }, key: newId(), instance };
  await kit.rows(
    `insert into pgboss.job_common (id, name, data, state) values ($1, $2, $3, 'completed')`,
    [id, deadLetterQueue, data],
  );
  const letter = { id, name: deadLetterQueue, data, sourceName: 'sample.print-label' };
  await reportDeadLetter(kit.services, kit.registry, letter);
  await reportDeadLetter(kit.services, kit.registry, letter);
  return data.key;
}

it('does a dead letter again under its old key, and sets its instance free', async () => {
  const id = await kit.start();
  const key = await letterOf(id);
  expect(await stuck()).toMatchObject([{ id }]);
  const [found] = await listAlerts(kit.ctx());
  expect(found).toMatchObject({ job: 'sample.print-label', instanceId: id, reason: 'timeout' });
  await retryDeadLetter(kit.ctx(), found!.id);
  expect(await stuck()).toEqual([]);
  const waiting = await enqueuedJobs(kit.services, 'sample.print-label');
  expect(
    waiting.filter(({ payload }) => (payload as { parcelId: string }).parcelId === id),
  ).toHaveLength(1);
  await runJobs(kit.services, kit.registry);
  expect(kit.seen).toContainEqual({ label: id, id: key });
  await expect(retryDeadLetter(kit.ctx(), found!.id)).rejects.toThrow('not_found');
});

it('lets go of a dead letter, but not of an instance with another one', async () => {
  const id = await kit.start();
  await letterOf(id);
  await letterOf(id);
  const [second, first] = await listAlerts(kit.ctx());
  await dismissAlert(kit.ctx(), first!.id);
  expect(await stuck()).toMatchObject([{ id }]);
  await dismissAlert(kit.ctx(), second!.id);
  expect(await stuck()).toEqual([]);
  await expect(dismissAlert(kit.ctx(), 999_999)).rejects.toThrow('not_found');
});
