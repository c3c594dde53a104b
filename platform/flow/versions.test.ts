import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dispatch } from './dispatch';
import { readFlow } from './read';
import { replayFlow } from './replay';
import { createSampleKit, type SampleKit } from './sample/sample-kit';
import { parcelFlow } from './sample/parcel.flow';
import { parcelFlowV2 } from './sample/parcel-v2';
import open from './sample/snapshots/parcel-v1-open.json';
import packed from './sample/snapshots/parcel-v1-packed.json';

let kit: SampleKit;
beforeAll(async () => {
  kit = await createSampleKit();
});
afterAll(() => kit.close());

/** An instance as version 1 left it in some database long ago. */
async function stored(state: { context: { parcelId: string } }, timers: string[] = []) {
  const id = state.context.parcelId;
  await kit.rows(
    `insert into flow.instance (id, machine, machine_version, status, state, version, created_at, updated_at)
     values ($1, 'sample.parcel', 1, 'active', $2, 7, '2026-03-01', '2026-03-01')`,
    [id, state],
  );
  for (const name of timers)
    await kit.rows(
      `insert into flow.timer values ($1, $2, 'sample.pack-window-elapsed', gen_random_uuid(), '2026-03-02', $3)`,
      [id, name, { type: name }],
    );
  return id;
}

describe('an instance of an older version', () => {
  it('is brought up when its next event arrives, and says so in its log', async () => {
    const id = await stored(open, ['xstate.after.packWindow.sample.parcel.open']);
    expect(await readFlow(kit.ctx(), parcelFlowV2, id)).toMatchObject({
      version: 7,
      context: { grams: 120 },
    });
    const result = await dispatch(kit.ctx(), parcelFlowV2, {
      id,
      event: { type: 'sample.weigh', grams: 9 },
    });
    expect(result).toMatchObject({ version: 9, context: { grams: 9, reminders: 1 } });
    const log = await kit.rows(
      `select version, name, machine_version from flow.transition where instance_id = $1 order by 1`,
      [id],
    );
    expect(log).toEqual([
      { version: 8, name: 'flow.migrated', machine_version: 2 },
      { version: 9, name: 'sample.weigh', machine_version: 2 },
    ]);
    // A timer that the new version has too keeps its time.
    expect((await readFlow(kit.ctx(), parcelFlowV2, id))!.timers).toEqual([
      { name: 'sample.pack-window-elapsed', fireAt: new Date('2026-03-02') },
    ]);
  });

  it('gets the timers of the state it is in now, and loses those that are no more', async () => {
    const id = await stored(packed, ['xstate.after.gone.sample.parcel.packed']);
    await dispatch(kit.ctx(), parcelFlowV2, { id, event: { type: 'sample.seal' } });
    const timers = () => kit.rows('select name from flow.timer where instance_id = $1', [id]);
    expect(await timers()).toEqual([]);
    await kit.rows(
      `update flow.instance set state = $2, machine_version = 1, status = 'active' where id = $1`,
      [id, packed],
    );
    await expect(
      dispatch(kit.ctx(), parcelFlowV2, { id, event: { type: 'sample.weigh', grams: 1 } }),
    ).rejects.toThrow('event_refused');
    // Refused: nothing is written, not even the migration.
    expect(await timers()).toEqual([]);
  });

  it('is replayed as far as its machine is still known', async () => {
    const id = await kit.start();
    await kit.send(id, { type: 'sample.weigh', grams: 3 });
    await dispatch(kit.ctx(), parcelFlowV2, { id, event: { type: 'sample.weigh', grams: 4 } });
    const checks = (await replayFlow(kit.ctx(), parcelFlowV2, { id })).map(({ name, check }) => [
      name,
      check,
    ]);
    expect(checks).toEqual([
      ['flow.started', 'older'],
      ['sample.weigh', 'older'],
      ['flow.migrated', 'same'],
      ['sample.weigh', 'same'],
    ]);
  });
});

describe('an instance of a newer version', () => {
  it('is left alone', async () => {
    const id = await kit.start();
    await dispatch(kit.ctx(), parcelFlowV2, { id, event: { type: 'sample.weigh', grams: 4 } });
    await expect(kit.send(id, { type: 'sample.nudge' })).rejects.toThrow('does not know');
    await expect(readFlow(kit.ctx(), parcelFlow, id)).rejects.toThrow('does not know');
  });
});

describe('a snapshot that no migration fits', () => {
  it('is refused, not stored', async () => {
    const id = await kit.start();
    const flow = { ...parcelFlowV2, migrations: { 2: (state: unknown) => state } };
    const event = { type: 'sample.weigh', grams: 4 } as const;
    await expect(dispatch(kit.ctx(), flow, { id, event })).rejects.toThrow();
    expect(await readFlow(kit.ctx(), parcelFlow, id)).toMatchObject({ version: 1 });
  });
});
