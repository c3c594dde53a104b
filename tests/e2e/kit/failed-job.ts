import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { query } from './database';

interface BrokenJob {
  readonly name: string;
  readonly key: string;
  /** What the job should have been given. */
  readonly data: { readonly payload: object };
}

/** Jobs of a queue, or deliveries to a subscription. */
const rowsOf = <Row extends object>(name: string, where: string, value: string) =>
  query<Row & Record<string, unknown>>(
    `select id, name as queue, data, state from pgboss.job
     where $1 in (name, data->>'subscription') and name <> 'jobs.dead-letter' and ${where} = $2`,
    [name, value],
  );

/**
 * Makes a job of an instance fail for good: one that ran well is sent once more with a payload that nobody can
 * read. Resolves when the alert is there.
 */
export async function breakJob(name: string, instanceId: string): Promise<BrokenJob> {
  let found: (Pick<BrokenJob, 'data'> & { queue: string }) | undefined;
  await expect
    .poll(async () => {
      [found] = await rowsOf<NonNullable<typeof found>>(name, `data->>'instance'`, instanceId);
      return found;
    })
    .toBeTruthy();
  const { data, queue } = found!;
  const key = randomUUID();
  await query(
    `insert into pgboss.job (name, data, retry_limit, dead_letter)
     values ($1, $2, 0, 'jobs.dead-letter')`,
    [queue, { ...data, key, payload: 'broken' }],
  );
  const alerts = () =>
    query('select 1 from flow.alert where instance_id = $1 and resolved_at is null', [instanceId]);
  await expect.poll(alerts, { timeout: 20_000 }).toHaveLength(1);
  return { name, key, data };
}

/** Gives the dead letter what can be read; answers how to ask for the state of the job's second life. */
export async function mendLetter({ name, key, data }: BrokenJob): Promise<() => Promise<string>> {
  await query(
    `update pgboss.job set data = $2 where name = 'jobs.dead-letter' and data->>'key' = $1`,
    [key, { ...data, key }],
  );
  return async () => {
    const rows = await rowsOf<{ state: string; data: object }>(name, `data->>'key'`, key);
    return rows.find((row) => row.state !== 'failed')?.state ?? 'none';
  };
}
