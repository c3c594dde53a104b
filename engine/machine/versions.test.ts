import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import { hours, minutes } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { advance, resetClock } from '../../tests/kit/clock';
import { allowedEventsOf } from './allowed-events';
import { send } from './dispatch';
import { fireTimer } from './fire-timer';
import { NewerVersionError } from './migrate';
import { readFlow } from './testing/read';
import { replayFlow } from './testing/replay';
import { createSampleKit, type SampleKit } from './sample/sample-kit';
import { parcelFlow } from './sample/parcel.flow';
import { parcelFlowV2 } from './sample/parcel-v2';
import { startMachine } from './start';
import { sweepTimers } from './sweep-timers';
import { runDueTimers } from './testing';

let kit: SampleKit;
beforeAll(async () => {
  kit = await createSampleKit();
});
afterAll(() => kit.close());
beforeEach(async () => {
  await resetClock(kit.services);
  // Timers of earlier tests must not fire in this one.
  await kit.rows('delete from flow.timer');
});

const timersOf = (id: string) =>
  kit.rows(
    'select name, label, token, fire_at as at, event from flow.timer where instance_id = $1 order by name',
    [id],
  );
const read = (id: string) => readFlow(kit.ctx(), parcelFlowV2, id);
const weigh = { type: 'sample.weigh', grams: 9 } as const;
const sendEvent = (id: string, event: typeof weigh | { type: 'sample.seal' | 'sample.arrive' }) =>
  send(kit.ctx(), parcelFlowV2, { id, event });

/** One that version 1 moved this far. */
async function open() {
  return kit.start({ packWindow: hours(5), returnWindow: hours(30) });
}
async function packed() {
  const id = await open();
  await kit.send(id, { type: 'sample.weigh', grams: 120 }, { key: 'weighed' });
  await kit.send(id, { type: 'sample.pack' }, { key: 'packed' });
  return id;
}
async function shipped() {
  const id = await packed();
  await kit.send(id, { type: 'sample.ship' });
  return id;
}

describe('an instance of an older version', () => {
  it('is brought up when its next event arrives, and says so in its log', async () => {
    const id = await open();
    expect(await read(id)).toMatchObject({
      version: 1,
      value: 'filling',
      context: { grams: null, shippedAt: null },
      allowedEvents: ['sample.weigh'],
    });
    expect(await allowedEventsOf(kit.ctx(), parcelFlowV2, [id])).toEqual(
      new Map([[id, ['sample.weigh']]]),
    );
    expect(await sendEvent(id, weigh)).toMatchObject({ version: 3, context: { grams: 9 } });
    const log = await kit.rows(
      `select version, name, machine_version from flow.transition where instance_id = $1 order by 1`,
      [id],
    );
    expect(log).toEqual([
      { version: 1, name: 'flow.started', machine_version: 1 },
      { version: 2, name: 'flow.migrated', machine_version: 2 },
      { version: 3, name: 'sample.weigh', machine_version: 2 },
    ]);
  });

  it('keeps the token and the time of a timer whose state and delay have other names', async () => {
    const id = await open();
    const [before] = await timersOf(id);
    await advance(kit.services, hours(4));
    await sendEvent(id, weigh);
    const name = 'xstate.after.fill-window.sample.parcel.filling';
    const { token, at } = before!;
    expect(await timersOf(id)).toEqual([
      { name, label: 'sample.fill-window-elapsed', token, at, event: { type: name } },
    ]);
    await advance(kit.services, minutes(59));
    expect(await runDueTimers(kit.services, { flows: [parcelFlowV2] })).toBe(0);
    await advance(kit.services, minutes(1));
    expect(await runDueTimers(kit.services, { flows: [parcelFlowV2] })).toBe(1);
    expect(await read(id)).toMatchObject({ value: 'abandoned', timers: [] });
  });

  it.each([
    ['its alarm', false],
    ['the sweep', true],
  ])('goes on when a timer is the first to move it: %s', async (_by, swept) => {
    const id = await open();
    const [timer] = await timersOf(id);
    await advance(kit.services, hours(5));
    if (swept) expect(await sweepTimers(kit.services, [parcelFlowV2])).toMatchObject({ fired: 1 });
    else {
      const armed = { instance: id, token: timer!.token as string };
      expect(await fireTimer(kit.ctx(system('test')), parcelFlowV2, armed)).toBe('fired');
      expect(await fireTimer(kit.ctx(system('test')), parcelFlowV2, armed)).toBe('gone');
    }
    expect(await read(id)).toMatchObject({ value: 'abandoned', version: 3, timers: [] });
  });

  it('counts a clock that it did not have from the event it is promised from', async () => {
    const id = await packed();
    await advance(kit.services, minutes(40));
    // Refused: nothing is written, not even the migration.
    await expect(sendEvent(id, { type: 'sample.arrive' })).rejects.toThrow('event_refused');
    expect(await timersOf(id)).toEqual([]);
    const { context, timers } = await sendEvent(id, weigh).then(async () => (await read(id))!);
    const promised = Date.parse(context.packedAt!) + hours(1);
    expect(timers).toEqual([{ name: 'sample.seal-window-elapsed', fireAt: new Date(promised) }]);
  });

  it('goes on in a state within the one that it was in, with the clocks of both', async () => {
    const id = await shipped();
    const [before] = await timersOf(id);
    await advance(kit.services, hours(29));
    await sendEvent(id, { type: 'sample.arrive' });
    const after = (await read(id))!;
    expect(after).toMatchObject({ value: { sent: 'arrived' }, version: 6 });
    expect(after.timers).toEqual([{ name: 'sample.return-window-elapsed', fireAt: before!.at }]);
    const at = await kit.rows(
      `select at from flow.transition where instance_id = $1 and name = 'sample.ship'`,
      [id],
    );
    expect(after.context.shippedAt).toBe((at[0]!.at as Date).toISOString());
  });

  it('loses a timer that is no more', async () => {
    const id = await open();
    await kit.rows(
      `insert into flow.timer values ($1, 'xstate.after.gone.sample.parcel.open', 'sample.gone-elapsed',
        gen_random_uuid(), now(), '{"type":"xstate.after.gone.sample.parcel.open"}')`,
      [id],
    );
    await sendEvent(id, weigh);
    expect((await timersOf(id)).map(({ label }) => label)).toEqual(['sample.fill-window-elapsed']);
  });

  it('is not in conflict with a caller who saw it before it was migrated', async () => {
    const id = await open();
    const seen = { id, event: weigh, expectedVersion: 1 };
    expect(await send(kit.ctx(), parcelFlowV2, seen)).toMatchObject({ version: 3 });
    await expect(send(kit.ctx(), parcelFlowV2, seen)).rejects.toThrow('version_conflict');
  });

  it('is replayed as far as its machine is still known', async () => {
    const id = await shipped();
    await sendEvent(id, { type: 'sample.arrive' });
    const checks = (await replayFlow(kit.ctx(), parcelFlowV2, { id })).map(({ name, check }) => [
      name,
      check,
    ]);
    expect(checks.slice(-3)).toEqual([
      ['sample.ship', 'older'],
      ['flow.migrated', 'same'],
      ['sample.arrive', 'same'],
    ]);
    const asBefore = await replayFlow(kit.ctx(), parcelFlow, { id });
    expect(asBefore.map(({ check }) => check)).toEqual([
      ...Array<string>(4).fill('same'),
      'newer',
      'newer',
    ]);
  });
});

describe('a key that was answered under an older version', () => {
  it('answers the same in the shape of today', async () => {
    const id = await packed();
    const first = await kit.rows(
      `select version, at from flow.transition where instance_id = $1 and key = 'weighed'`,
      [id],
    );
    const again = await send(kit.ctx(), parcelFlowV2, { id, event: weigh, key: 'weighed' });
    expect(again).toMatchObject({
      ...first[0],
      value: 'filling',
      status: 'active',
      repeated: true,
    });
    expect(again.context).toMatchObject({ grams: 120, shippedAt: null });
  });

  it('answers at a start, too', async () => {
    const id = await open();
    const input = { parcelId: id, packWindow: 1, returnWindow: 1 };
    expect(await startMachine(kit.ctx(), parcelFlowV2, { id, input })).toMatchObject({
      version: 1,
      value: 'filling',
      repeated: true,
    });
  });

  it('answers what was stored when no migration brings it here, or when it is of a newer version', async () => {
    const id = await packed();
    const broken = {
      ...parcelFlowV2,
      migrations: {
        2: () => {
          throw new Error('does not fit');
        },
      },
    };
    const input = { parcelId: id, packWindow: 1, returnWindow: 1 };
    expect(await startMachine(kit.ctx(), broken, { id, input })).toMatchObject({ value: 'open' });
    const newer = newId();
    await startMachine(kit.ctx(), parcelFlowV2, {
      id: newer,
      input: { ...input, parcelId: newer },
    });
    expect(
      await startMachine(kit.ctx(), parcelFlow, {
        id: newer,
        input: { ...input, parcelId: newer },
      }),
    ).toMatchObject({ value: 'filling', repeated: true });
  });
});

describe('an instance of a newer version', () => {
  it('is left alone: callers are told to come again, lists offer nothing', async () => {
    const id = await open();
    await sendEvent(id, weigh);
    const before = await kit.rows('select * from flow.instance where id = $1', [id]);
    const refused = kit.send(id, { type: 'sample.nudge' });
    await expect(refused).rejects.toBeInstanceOf(NewerVersionError);
    await expect(refused).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfterSeconds: 5 },
    });
    await expect(readFlow(kit.ctx(), parcelFlow, id)).rejects.toBeInstanceOf(NewerVersionError);
    expect(await allowedEventsOf(kit.ctx(), parcelFlow, [id])).toEqual(new Map([[id, []]]));
    expect(await kit.rows('select * from flow.instance where id = $1', [id])).toEqual(before);
  });
});

describe('a release that knows the next version and does not write it yet', () => {
  const between = { ...parcelFlowV2, writes: parcelFlow };
  const event = weigh;

  it('leaves what it starts and moves to the release before', async () => {
    const id = newId();
    const input = { parcelId: id, packWindow: hours(2), returnWindow: hours(24) };
    const started = await startMachine(kit.ctx(), between, { id, input });
    expect(started).toMatchObject({ version: 1, value: 'filling', repeated: false });
    const moved = await send(kit.ctx(), between, { id, event, key: 'once' });
    expect(moved).toMatchObject({ version: 2, value: 'filling', context: { grams: 9 } });
    expect(await send(kit.ctx(), between, { id, event, key: 'once' })).toEqual({
      ...moved,
      repeated: true,
    });
    expect(await kit.send(id, { type: 'sample.nudge' })).toMatchObject({ version: 3 });
    expect(await readFlow(kit.ctx(), between, id)).toMatchObject({
      value: 'filling',
      allowedEvents: ['sample.break', 'sample.nudge', 'sample.pack', 'sample.weigh'],
    });
    expect((await allowedEventsOf(kit.ctx(), between, [id])).get(id)).toContain('sample.pack');
    await advance(kit.services, hours(2));
    expect(await runDueTimers(kit.services, { flows: [between] })).toBe(1);
    expect(await readFlow(kit.ctx(), parcelFlow, id)).toMatchObject({ value: 'abandoned' });
  });

  it('goes on with what the release after it has brought forward', async () => {
    const id = await shipped();
    await sendEvent(id, { type: 'sample.arrive' });
    const view = await readFlow(kit.ctx(), between, id);
    expect(view).toMatchObject({ value: { sent: 'arrived' }, version: 6 });
    await advance(kit.services, hours(30));
    expect(await runDueTimers(kit.services, { flows: [between] })).toBe(1);
    expect(await read(id)).toMatchObject({ value: 'kept', version: 7 });
    const replayed = await replayFlow(kit.ctx(), between, { id });
    expect(replayed.map(({ check }) => check)).toEqual(Array(7).fill('same'));
  });
});

describe('a snapshot that no migration fits', () => {
  it('is refused, not stored', async () => {
    const id = await kit.start();
    const flow = { ...parcelFlowV2, migrations: { 2: (state: unknown) => ({ state }) } };
    await expect(send(kit.ctx(), flow, { id, event: weigh })).rejects.toThrow();
    expect(await readFlow(kit.ctx(), parcelFlow, id)).toMatchObject({ version: 1 });
  });
});
