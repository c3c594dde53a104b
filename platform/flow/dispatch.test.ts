import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hours } from '#platform/duration';
import { createJobs, syncQueues } from '#platform/jobs';
import { newId } from '#platform/ids';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { enqueuedJobs, runJobs } from '../jobs/testing';
import { dispatch } from './dispatch';
import { readFlow } from './read';
import { parcelFlow } from './sample/parcel.flow';
import { sampleRegistry } from './sample/sample-registry';
import { startFlow } from './start';
import { runDueTimers } from './testing';

const { registry, seen } = sampleRegistry();

describe('one event', () => {
  let kit: TestServices;
  beforeAll(async () => {
    kit = await createTestServices({ jobs: createJobs() });
    await syncQueues(kit.services.database, registry);
  });
  afterAll(() => kit.close());

  const start = async () => {
    const id = newId();
    const input = { parcelId: id, packWindow: hours(2), returnWindow: hours(24) };
    await startFlow(kit.ctx(), parcelFlow, { id, input });
    return id;
  };

  it('moves the machine, enqueues its effects and shows its timers', async () => {
    const id = await start();
    const open = await readFlow(kit.ctx(), parcelFlow, id);
    expect(open).toMatchObject({
      value: 'open',
      version: 1,
      allowedEvents: ['sample.break', 'sample.nudge', 'sample.weigh'],
      timers: [{ name: 'sample.pack-window-elapsed' }],
    });
    await dispatch(kit.ctx(), parcelFlow, { id, event: { type: 'sample.weigh', grams: 5 } });
    const packed = await dispatch(kit.ctx(), parcelFlow, { id, event: { type: 'sample.pack' } });
    expect(packed).toMatchObject({ version: 3, value: 'packed', status: 'active', repeated: false });
    expect(packed.context.packedAt).toBe(packed.at.toISOString());
    await dispatch(kit.ctx(), parcelFlow, { id, event: { type: 'sample.ship' } });
    const jobs = await enqueuedJobs(kit.services);
    expect(jobs.map(({ name }) => name).sort()).toEqual([
      'sample.bill-shipped',
      'sample.print-label',
      'sample.thank-shipped',
    ]);
    expect(await runJobs(kit.services, registry)).toBe(3);
    expect(seen).toContainEqual({ billed: id });
    const view = await readFlow(kit.ctx(), parcelFlow, id);
    const due = view!.timers[0]!.fireAt;
    expect(await runDueTimers(kit.services, registry, new Date(due.getTime() - 1000))).toBe(0);
    expect(await runDueTimers(kit.services, registry, due)).toBe(1);
    expect(await readFlow(kit.ctx(), parcelFlow, id)).toMatchObject({
      value: 'kept',
      status: 'done',
      timers: [],
    });
  });
});
