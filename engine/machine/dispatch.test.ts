import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { withTransaction } from '../unit-of-work/transaction';
import { hours, seconds } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { enqueuedJobs, runJobs } from '../jobs/testing';
import { send } from './dispatch';
import { readFlow } from './testing/read';
import { parcelFlow } from './sample/parcel.flow';
import { createSampleKit, type SampleKit } from './sample/sample-kit';
import { prepareStart, startMachine } from './start';
import { runDueTimers } from './testing';

let kit: SampleKit;
beforeAll(async () => {
  kit = await createSampleKit();
});
afterAll(() => kit.close());

const read = (id: string) => readFlow(kit.ctx(), parcelFlow, id);
const traces = async (id: string) => ({
  instance: await kit.rows('select * from flow.instance where id = $1', [id]),
  log: await kit.rows('select * from flow.transition where instance_id = $1', [id]),
  timers: await kit.rows('select * from flow.timer where instance_id = $1', [id]),
  jobs: await kit.rows(`select id from pgboss.job where data->>'instance' = $1`, [id]),
});
const weigh = { type: 'sample.weigh', grams: 5 } as const;

describe('a life from start to end', () => {
  it('moves, enqueues effects, tells subscribers, and ends by its timer', async () => {
    const id = await kit.start();
    expect(await read(id)).toMatchObject({
      value: 'open',
      version: 1,
      allowedEvents: ['sample.break', 'sample.nudge', 'sample.weigh'],
      timers: [{ name: 'sample.pack-window-elapsed' }],
    });
    await kit.send(id, weigh);
    const packed = await kit.send(id, { type: 'sample.pack' });
    expect(packed).toMatchObject({
      version: 3,
      value: 'packed',
      status: 'active',
      repeated: false,
    });
    expect(packed.context.packedAt).toBe(packed.at.toISOString());
    await kit.send(id, { type: 'sample.ship' });
    const names = (await enqueuedJobs(kit.services)).map(({ name }) => name).sort();
    expect(names).toEqual(['sample.bill-shipped', 'sample.print-label', 'sample.thank-shipped']);
    expect(await runJobs(kit.services, kit.registry)).toBe(3);
    expect(kit.seen).toEqual(
      expect.arrayContaining([
        { billed: id },
        { thanked: id },
        expect.objectContaining({ label: id }),
      ]),
    );
    const due = (await read(id))!.timers[0]!.fireAt;
    expect(await runDueTimers(kit.services, kit.registry, new Date(due.getTime() - 1_000))).toBe(0);
    expect(await runDueTimers(kit.services, kit.registry, due)).toBe(1);
    expect(await read(id)).toMatchObject({
      value: 'kept',
      status: 'done',
      timers: [],
      allowedEvents: [],
    });
  });

  it('writes who did what, when, under a readable name', async () => {
    const id = await kit.start();
    await kit.send(id, weigh, { key: 'k' });
    const { log } = await traces(id);
    expect(log).toMatchObject([
      { version: 1, name: 'flow.started', actor: 'anonymous', key: null },
      { version: 2, name: 'sample.weigh', actor: 'anonymous', key: 'k', event: { grams: 5 } },
    ]);
  });
});

describe('an event that is not accepted', () => {
  it.each([
    ['has no transition in this state', { type: 'sample.ship' }, 'event_refused'],
    ['is stopped by its guard', { type: 'sample.pack' }, 'event_refused'],
    ['makes the machine throw', { type: 'sample.break' }, 'broken on purpose'],
    ['leads to a context that does not fit', { type: 'sample.weigh', grams: -1 }, 'Too small'],
  ] as const)('leaves nothing behind when it %s', async (_why, event, message) => {
    const id = await kit.start();
    const before = await traces(id);
    await expect(kit.send(id, event)).rejects.toThrow(message);
    expect(await traces(id)).toEqual(before);
  });

  it('is not found without an instance, and conflicts with another version', async () => {
    await expect(kit.send(newId(), weigh)).rejects.toThrow('not_found');
    await expect(kit.send('no id', weigh)).rejects.toThrow('not_found');
    const id = await kit.start();
    const other = { ...parcelFlow, name: 'sample.letter' };
    await expect(send(kit.ctx(), other, { id, event: weigh })).rejects.toThrow('not_found');
    await expect(kit.send(id, weigh, { expectedVersion: 2 })).rejects.toThrow('version_conflict');
    expect(await kit.send(id, weigh, { expectedVersion: 1 })).toMatchObject({ version: 2 });
  });

  it('is refused after the end', async () => {
    const id = await kit.start({ packWindow: seconds(0) });
    await runDueTimers(kit.services, kit.registry);
    await expect(kit.send(id, weigh)).rejects.toThrow('event_refused');
  });
});

describe('the same event twice', () => {
  it('answers as the first time, also when the state has moved on', async () => {
    const id = await kit.start();
    await kit.send(id, weigh);
    const first = await kit.send(id, { type: 'sample.pack' }, { key: 'pack-1' });
    await kit.send(id, { type: 'sample.ship' });
    const second = await kit.send(
      id,
      { type: 'sample.pack' },
      { key: 'pack-1', expectedVersion: 2 },
    );
    expect(second).toEqual({ ...first, repeated: true });
    expect(await read(id)).toMatchObject({ value: 'shipped', version: 4 });
  });

  it('starts once', async () => {
    const id = newId();
    const start = { id, input: { parcelId: id, packWindow: hours(1), returnWindow: hours(1) } };
    const all = await Promise.all(
      Array.from({ length: 8 }, () => startMachine(kit.ctx(), parcelFlow, start)),
    );
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect((await traces(id)).log).toHaveLength(1);
  });

  it('starts once, also where all looked before anybody started', async () => {
    const id = newId();
    const start = { id, input: { parcelId: id, packWindow: hours(1), returnWindow: hours(1) } };
    let looked = 0;
    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        withTransaction(kit.ctx(), async (tx) => {
          await prepareStart(tx, id);
          looked += 1;
          while (looked < 8) await new Promise((resolve) => setTimeout(resolve, 5));
          return startMachine(tx, parcelFlow, start);
        }),
      ),
    );
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect((await traces(id)).log).toHaveLength(1);
  });
});

describe('many at once', () => {
  it('applies fifty events on one instance one after the other', async () => {
    const id = await kit.start();
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        kit.send(id, { type: 'sample.nudge' }, { key: `n${n}` }),
      ),
    );
    expect(results.map(({ version }) => version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, n) => n + 2),
    );
    expect((await read(id))!.context.nudges).toBe(50);
    const { log, jobs } = await traces(id);
    expect(log).toHaveLength(51);
    // One reminder per nudge, and the alarm of each arming of the timer.
    expect(jobs).toHaveLength(50 + 51);
  });

  it('applies one of fifty copies of an event', async () => {
    const id = await kit.start();
    const copies = Array.from({ length: 50 }, () => kit.send(id, weigh, { key: 'same' }));
    const results = await Promise.all(copies);
    expect(results.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect((await traces(id)).log).toHaveLength(2);
  });
});

describe('inside a transaction of the caller', () => {
  it('stands and falls with it', async () => {
    const id = await kit.start();
    const before = await traces(id);
    const failing = withTransaction(kit.ctx(), async (tx) => {
      await send(tx, parcelFlow, { id, event: { type: 'sample.nudge' } });
      expect(await readFlow(tx, parcelFlow, id)).toMatchObject({ version: 2 });
      throw new Error('the rest failed');
    });
    await expect(failing).rejects.toThrow('the rest failed');
    expect(await traces(id)).toEqual(before);
  });

  it('moves two instances together, whatever order two callers lock them in', async () => {
    const [a, b] = [await kit.start(), await kit.start()];
    const both = (first: string, second: string) =>
      withTransaction(kit.ctx(), async (tx) => {
        await send(tx, parcelFlow, { id: first, event: { type: 'sample.nudge' } });
        await send(tx, parcelFlow, { id: second, event: { type: 'sample.nudge' } });
      });
    await Promise.all([both(a, b), both(b, a), both(a, b)]);
    expect((await read(a))!.context.nudges).toBe(3);
    expect((await read(b))!.context.nudges).toBe(3);
  });
});
