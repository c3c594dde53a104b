import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { days, hours } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { advance } from '../../tests/kit/clock';
import { forgetEnded } from './forget-ended';
import { parcelFlow } from './sample/parcel.flow';
import { createSampleKit, type SampleKit } from './sample/sample-kit';

let kit: SampleKit;
beforeEach(async () => {
  kit = await createSampleKit();
});
afterEach(() => kit.close());

const kept = { ...parcelFlow, keepEnded: days(2) };
const count = async (table: string): Promise<number> =>
  Number((await kit.rows(`select count(*) as n from flow.${table}`))[0]!.n);

/** Ended instances, as the engine leaves them. */
const ended = (howMany: number) =>
  kit.rows(
    `with made as (
       insert into flow.instance
         (id, machine, machine_version, status, state, version, created_at, updated_at)
       select gen_random_uuid(), 'sample.parcel', 1, 'done', '{}', 1, platform.now(), platform.now()
       from generate_series(1, ${howMany}) returning id)
     insert into flow.transition
       (instance_id, version, machine_version, name, event, actor, at, state, effects)
     select id, 1, 1, 'flow.started', '{}', 'system:test', platform.now(), '{}', '[]' from made`,
  );

describe('instances that ended', () => {
  it('go with their log when their time is over, and not before', async () => {
    await ended(1_100);
    await advance(kit.services, hours(47));
    expect(await forgetEnded(kit.services, [kept])).toBe(0);
    await advance(kit.services, hours(2));
    expect(await forgetEnded(kit.services, [kept])).toBe(1_100);
    expect([await count('instance'), await count('transition')]).toEqual([0, 0]);
  });

  it('stay where a person has to look, where they run on, and where the flow keeps them', async () => {
    await ended(2);
    await kit.rows(
      'update flow.instance set stuck = true where id = (select id from flow.instance limit 1)',
    );
    const running = await kit.start();
    await advance(kit.services, days(30));
    expect(await forgetEnded(kit.services, [parcelFlow])).toBe(0);
    expect(await forgetEnded(kit.services, [kept])).toBe(1);
    expect(await count('instance')).toBe(2);
    expect(
      await kit.rows('select 1 from flow.timer where instance_id = $1', [running]),
    ).not.toEqual([]);
  });

  it('go once, from two workers at the same time', async () => {
    await ended(700);
    await advance(kit.services, days(3));
    const gone = await Promise.all([1, 2].map(() => forgetEnded(kit.services, [kept])));
    expect(gone[0]! + gone[1]!).toBe(700);
    expect(await count('transition')).toBe(0);
  });
});

describe('the log', () => {
  it('can be partitioned by its instance with both of its keys', async () => {
    await kit.rows(
      'create table flow.transition_parted (like flow.transition) partition by hash (instance_id)',
    );
    const unique = await kit.rows(
      `select pg_get_indexdef(indexrelid) as def from pg_index
       where indrelid = 'flow.transition'::regclass and indisunique`,
    );
    expect(unique).toHaveLength(2);
    for (const [at, { def }] of unique.entries())
      await kit.rows(
        String(def).replace(
          /INDEX \S+ ON flow\.transition /,
          `INDEX parted_${at} ON flow.transition_parted `,
        ),
      );
    await kit.rows(
      `create table flow.transition_parted_0 partition of flow.transition_parted
       for values with (modulus 1, remainder 0)`,
    );
    const [id, key] = [newId(), 'once'];
    const add = (version: number) =>
      kit.rows(
        `insert into flow.transition_parted
           (instance_id, version, machine_version, name, event, key, actor, at, state, effects)
         values ($1, $2, 1, 'sample.weigh', '{}', $3, 'system:test', now(), '{}', '[]')`,
        [id, version, key],
      );
    await add(1);
    await expect(add(2)).rejects.toMatchObject({ code: '23505' });
  });
});
