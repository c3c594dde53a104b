import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseReasons } from '../audit/reasons';
import { reasonHash } from '../audit/reason-hash';
import { newId } from '#platform/base/ids';
import { send } from './dispatch';
import { parcelFlow } from './sample/parcel.flow';
import { createSampleKit, type SampleKit } from './sample/sample-kit';
import type { Change } from './types';

const changes: Array<Change<typeof parcelFlow.machine>> = [];
const flow = {
  ...parcelFlow,
  audit: {
    object: 'parcel',
    events: {
      'sample.weigh': {
        details: ({ context }: (typeof changes)[number]) => ({ g: context.weight }),
      },
      'sample.ship': { action: 'sample.send-off' },
    },
  },
  project: async (_ctx: unknown, change: (typeof changes)[number]) => void changes.push(change),
};
const canary = 'Mrs. Canary of 5 Any Street asked twice.';
const weigh = { type: 'sample.weigh', grams: 5 } as const;

describe('what belongs to an event and not to its machine', () => {
  let kit: SampleKit;
  beforeAll(async () => {
    kit = await createSampleKit();
  });
  afterAll(() => kit.close());

  const entriesOf = (id: string) =>
    kit.rows(
      `select e.id, e.action, e.object_type, e.facts, r.reason, r.salt from platform.audit_entry e
       left join platform.audit_reason r on r.entry_id = e.id where e.object_id = $1 order by e.id`,
      [id],
    );
  /** Wherever the engine and the chain write, read as text. */
  const written = (id: string) =>
    kit.rows(
      `select to_jsonb(t)::text as row from flow.transition t where instance_id = $1
       union all select to_jsonb(i)::text from flow.instance i where id = $1
       union all select to_jsonb(j)::text from pgboss.job j where data->>'instance' = $1::text
       union all select to_jsonb(e)::text from platform.audit_entry e where object_id = $1::text`,
      [id],
    );

  it('is a reason: its text lies beside the entry, its hash in it, nothing of it with the flow', async () => {
    const id = await kit.start();
    await send(kit.ctx(), flow, { id, event: weigh, reason: canary });
    const [entry, ...more] = await entriesOf(id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ action: 'sample.weigh', object_type: 'parcel', reason: canary });
    const hash = reasonHash(entry!.salt as string, canary);
    expect(entry!.facts).toEqual({ g: 5, reasonHash: hash });
    expect(changes.at(-1)!.said).toEqual({ reason: canary, note: undefined });
    expect((await written(id)).length).toBeGreaterThan(2);
    expect(JSON.stringify(await written(id))).not.toContain('Canary');
    expect(await eraseReasons(kit.ctx(), [{ type: 'parcel', id }])).toBe(1);
    expect(await entriesOf(id)).toMatchObject([{ reason: null, facts: { reasonHash: hash } }]);
  });

  it('is a note: for the projection, and kept nowhere else', async () => {
    const id = await kit.start();
    await send(kit.ctx(), flow, { id, event: weigh, note: canary });
    expect(changes.at(-1)!.said.note).toBe(canary);
    expect(await entriesOf(id)).toMatchObject([{ reason: null, facts: { g: 5 } }]);
    expect(JSON.stringify(await written(id))).not.toContain('Canary');
  });

  it('is said once, also when its event is repeated fifty times at once', async () => {
    const id = await kit.start();
    const sendEvent = () => send(kit.ctx(), flow, { id, event: weigh, reason: canary, key: 'k' });
    await Promise.all(Array.from({ length: 50 }, sendEvent));
    expect(await entriesOf(id)).toHaveLength(1);
  });

  it('is undone with a refused event, and refused where it would be kept nowhere', async () => {
    const id = await kit.start();
    const event = { type: 'sample.ship' } as const;
    const refused = send(kit.ctx(), flow, { id, event, reason: canary });
    await expect(refused).rejects.toMatchObject({ code: 'event_refused' });
    const nudge = { id, event: { type: 'sample.nudge' } as const };
    await expect(send(kit.ctx(), flow, { ...nudge, reason: canary })).rejects.toThrow(
      'audits no sample.nudge',
    );
    expect(await entriesOf(id)).toEqual([]);
    expect(
      await kit.rows('select 1 from flow.transition where instance_id = $1', [id]),
    ).toHaveLength(1);
    const kept = await kit.rows('select 1 from platform.audit_reason where reason = $1', [canary]);
    await send(kit.ctx(), flow, nudge);
    expect(await entriesOf(id)).toEqual([]);
    expect(kept).toHaveLength(1);
  });

  it('is what the event made known, as its projection sees it', async () => {
    const id = await kit.start();
    for (const event of [weigh, { type: 'sample.pack' } as const, { type: 'sample.ship' } as const])
      await send(kit.ctx(), flow, { id, event });
    expect(changes.slice(-3).map(({ events }) => events)).toEqual([
      [],
      [],
      [{ type: 'sample.shipped', parcelId: id, grams: 5 }],
    ]);
    expect((await entriesOf(id)).map(({ action }) => action)).toEqual([
      'sample.weigh',
      'sample.send-off',
    ]);
    await expect(send(kit.ctx(), flow, { id: newId(), event: weigh })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
