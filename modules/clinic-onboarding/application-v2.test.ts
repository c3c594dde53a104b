import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import { after, days, hours } from '#platform/base/duration';
import { send } from '#engine';
import { readFlow, replayFlow, runDueTimers } from '#engine/testing';
import { resetClock } from '../../tests/kit/clock';
import { someReviewer } from '../../tests/kit/clinics';
import { putBack, snapshotsOf, timersOf } from '../../tests/kit/old-instance';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { applicationFlow } from './projection.server';
import type { ApplicationContext } from './application.machine';
import { isComplete, placeOf } from './rules';
import { ownApplication } from './queries.server';
import { someApplication } from './testing';

const snapshots = snapshotsOf('clinic-onboarding', 'application-v1').map((snapshot) => {
  const place = placeOf(snapshot.state.value as never);
  return [place.stage ?? place.status, { ...snapshot, place }] as const;
});
type Snapshot = (typeof snapshots)[number][1];

describe('an application that version 1 left', () => {
  let kit: TestServices;
  const reviewer = someReviewer();
  beforeAll(async () => {
    kit = await createTestServices();
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await resetClock(kit.services);
    await kit.services.database.pool.query('delete from flow.timer');
  });

  /** Its row stands as version 1 wrote it. */
  async function stored(snapshot: Snapshot) {
    const app = await someApplication(kit.ctx(system('test')), reviewer, { at: 'documents' });
    const { clinicId: id } = app;
    await kit.services.database.pool.query('delete from flow.timer');
    const context = snapshot.state.context as ApplicationContext;
    const names = { [context.clinicId]: id };
    await putBack(kit.services, snapshot, { id, version: 1, names });
    const { status, stage } = snapshot.place;
    const began = snapshot.past.find(({ value }) => isComplete(placeOf(value)))?.at;
    const completeAt = stage === 'documents' ? null : (began ?? null);
    const { breach } = context.clocks;
    await kit.services.database.pool.query(
      `update clinic_onboarding.clinic set status = $2, stage = $3, complete_at = $4::timestamptz,
         due_at = $4::timestamptz + $5::int * interval '1 ms' where id = $1`,
      [id, status, stage, completeAt, breach],
    );
    const dueAt = completeAt && after(new Date(completeAt), breach as never).toISOString();
    return { app, id, context, completeAt, dueAt };
  }

  it.each(snapshots)('keeps every date when an event moves it: %s', async (_what, snapshot) => {
    const { app, id, context, completeAt, dueAt } = await stored(snapshot);
    const before = await timersOf(kit.services, id);
    const { complete, accepted, clocks } = context;
    const event = {
      type: 'clinic-onboarding.change-documents',
      ...{ complete, accepted, clocks },
    } as const;
    const { value } = await send(kit.ctx(system('test')), applicationFlow, { id, event });
    expect(value).toEqual(snapshot.state.value);
    expect(await timersOf(kit.services, id)).toEqual(before);
    expect(await ownApplication(app.ctx)).toMatchObject({ completeAt, dueAt });
    expect((await readFlow(app.ctx, applicationFlow, id))!.context.completeAt).toBe(completeAt);
    const log = await replayFlow(app.ctx, applicationFlow, { id });
    expect(log.slice(-2).map(({ name, check }) => [name, check])).toEqual([
      ['flow.migrated', 'same'],
      ['clinic-onboarding.change-documents', 'same'],
    ]);
  });

  const waiting = snapshots.filter(([, { timers }]) => Object.keys(timers).length > 0);
  it.each(waiting)(
    'is moved first by a timer, on time, and its clocks ring: %s',
    async (_what, snapshot) => {
      const { app, id, completeAt, dueAt } = await stored(snapshot);
      const timers = Object.values(await timersOf(kit.services, id));
      const [first] = timers.map(({ fireAt }) => fireAt.getTime()).sort((a, b) => a - b);
      const flows = { flows: [applicationFlow] };
      expect(await runDueTimers(kit.services, flows, new Date(first! - 1_000))).toBe(0);
      expect(await runDueTimers(kit.services, flows, new Date(first! + 1_000))).toBe(1);
      expect(await ownApplication(app.ctx)).toMatchObject({ completeAt, dueAt });
      const due = Date.parse(dueAt!);
      if (first! < due) {
        await runDueTimers(kit.services, flows, new Date(due - hours(0.1)));
        expect((await ownApplication(app.ctx)).stage).toBe('escalated');
      }
      await runDueTimers(kit.services, flows, new Date(due + days(1)));
      expect(await ownApplication(app.ctx)).toMatchObject({ stage: 'breached', completeAt, dueAt });
    },
  );
});
