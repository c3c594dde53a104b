import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import { hours, minutes } from '#platform/base/duration';
import { advance } from '../../tests/kit/clock';
import { NewerReleaseError } from '../queue/newer-release';
import { timerLateness } from './figures';
import { fireArmedTimer, fireTimer, timersOf } from './fire-timer';
import { readFlow } from './testing/read';
import { parcelFlow } from './sample/parcel.flow';
import { createSampleKit, type SampleKit } from './sample/sample-kit';
import { sweepTimers } from './sweep-timers';

let kit: SampleKit;
beforeEach(async () => {
  kit = await createSampleKit();
});
afterEach(() => kit.close());

const armed = async (instance: string) => {
  const [row] = await kit.rows('select token from flow.timer where instance_id = $1', [instance]);
  return { instance, token: row!.token as string };
};
const fire = (timer: { instance: string; token: string }) =>
  fireTimer(kit.ctx(system('test')), parcelFlow, timer);
const read = (id: string) => readFlow(kit.ctx(), parcelFlow, id);
const alarms = () =>
  kit.rows(`select id, state, extract(epoch from start_after - now()) as wait from pgboss.job
    where name = 'flow.timer' order by created_on`);

describe('a timer', () => {
  it('does nothing before its time', async () => {
    const id = await kit.start();
    await advance(kit.services, minutes(119));
    expect(await fire(await armed(id))).toBe('early');
    expect(await read(id)).toMatchObject({ value: 'open', version: 1, timers: [{}] });
  });

  it('fires late all the same, and once', async () => {
    const id = await kit.start();
    const timer = await armed(id);
    await advance(kit.services, hours(50));
    const results = await Promise.all([fire(timer), fire(timer), fire(timer)]);
    expect(results.sort()).toEqual(['fired', 'gone', 'gone']);
    const { values } = await timerLateness(kit.services).get();
    const told = (name: string) => values.find((one) => one.metricName?.endsWith(name))!.value;
    expect(told('_count')).toBe(1);
    expect(Math.round(told('_sum') / 3_600)).toBe(48);
    expect(await read(id)).toMatchObject({ value: 'abandoned', version: 2 });
  });

  it('is gone when its state was left', async () => {
    const id = await kit.start();
    const timer = await armed(id);
    await kit.send(id, { type: 'sample.weigh', grams: 1 });
    await kit.send(id, { type: 'sample.pack' });
    await advance(kit.services, hours(3));
    expect(await fire(timer)).toBe('gone');
    expect(await read(id)).toMatchObject({ value: 'packed' });
  });

  it('begins anew when its state is entered again', async () => {
    const id = await kit.start();
    const first = await armed(id);
    await advance(kit.services, minutes(90));
    await kit.send(id, { type: 'sample.nudge' });
    const second = await armed(id);
    expect(second.token).not.toBe(first.token);
    await advance(kit.services, minutes(60));
    expect(await fire(first)).toBe('gone');
    expect(await fire(second)).toBe('early');
    await advance(kit.services, minutes(61));
    expect(await fire(second)).toBe('fired');
  });

  it('is told by its readable name', async () => {
    const id = await kit.start();
    await advance(kit.services, hours(3));
    await fire(await armed(id));
    expect(
      await kit.rows(`select name from flow.transition where instance_id = $1 and version = 2`, [
        id,
      ]),
    ).toEqual([{ name: 'sample.pack-window-elapsed' }]);
  });
});

describe('the alarm of a timer', () => {
  it('is a job that starts when the timer is due', async () => {
    const id = await kit.start();
    const { token } = await armed(id);
    const [alarm] = await alarms();
    expect(alarm).toMatchObject({ id: token, state: 'created' });
    expect(Number(alarm!.wait)).toBeGreaterThan(7_190);
    expect(Number(alarm!.wait)).toBeLessThanOrEqual(7_200);
  });

  it('is not missed: the sweep fires what is due', async () => {
    const id = await kit.start();
    await kit.rows(`delete from pgboss.job where name = 'flow.timer'`);
    await advance(kit.services, hours(3));
    expect(await sweepTimers(kit.services, kit.registry.flows)).toEqual({ fired: 1, armed: 0 });
    expect(await read(id)).toMatchObject({ value: 'abandoned' });
    expect(await sweepTimers(kit.services, kit.registry.flows)).toEqual({ fired: 0, armed: 0 });
  });

  it('is set anew when it was lost, or went off too early', async () => {
    await kit.start();
    await kit.start();
    await kit.rows(
      `delete from pgboss.job where id = (select max(token::text)::uuid from flow.timer)`,
    );
    await kit.rows(`update pgboss.job set state = 'completed' where name = 'flow.timer'`);
    await advance(kit.services, minutes(118));
    expect(await sweepTimers(kit.services, kit.registry.flows)).toEqual({ fired: 0, armed: 2 });
    expect((await alarms()).map(({ wait }) => Math.ceil(Number(wait) / 60))).toEqual([2, 2]);
    expect(await sweepTimers(kit.services, kit.registry.flows)).toEqual({ fired: 0, armed: 0 });
  });

  it('waits for a process that knows the version of the instance', async () => {
    const id = await kit.start();
    await kit.rows('update flow.instance set machine_version = 2 where id = $1', [id]);
    await advance(kit.services, hours(3));
    const timer = await armed(id);
    expect(await fireArmedTimer(kit.services, kit.registry.flows, timer)).toBe('newer');
    expect(await fireArmedTimer(kit.services, [], timer)).toBe('newer');
    const { signal } = new AbortController();
    const data = { key: timer.token, payload: timer };
    const claimed = { id: timer.token, name: 'flow.timer', data, attempt: 1, signal };
    await expect(timersOf([]).run(kit.services, claimed)).rejects.toThrow(NewerReleaseError);
    expect(await armed(id)).toEqual(timer);
  });
});
