import type pg from 'pg';
import { milliseconds } from '#platform/base/duration';
import { insertJobs } from '#engine/testing';
import { newId } from '#platform/base/ids';

const queue = 'notifications.send-email';
const step = 5_000;

/**
 * So many mails that patients are to be told of their requests, as the commands leave them: a row and a job each, due in
 * `wait` milliseconds.
 */
export async function fillQueue(pool: pg.Pool, count: number, wait = 0): Promise<void> {
  const { rows: readers } = await pool.query<{ patient: string; lead: string }>(
    'select patient_id as patient, id as lead from leads.lead limit 1000',
  );
  for (let from = 0; from < count; from += step) {
    const mails = Array.from({ length: Math.min(step, count - from) }, (_, n) => ({
      id: newId(),
      ...readers[(from + n) % readers.length]!,
    }));
    await pool.query(
      `insert into notifications.notification (id, key, kind, channel, recipient_type, recipient_id, facts, status,
         created_at)
       select id, 'leads.published:' || id, 'leads.published', 'email', 'patient', patient,
         jsonb_build_object('leadId', lead), 'queued', platform.now()
       from jsonb_to_recordset($1::jsonb) as m(id uuid, patient uuid, lead uuid)`,
      [JSON.stringify(mails)],
    );
    await insertJobs(
      pool,
      mails.map(({ id }) => ({
        name: queue,
        id,
        data: { payload: { notificationId: id, resend: 0 }, key: id },
        startAfter: milliseconds(wait),
      })),
    );
  }
}

export interface Counted {
  readonly waiting: number;
  readonly done: number;
  readonly failed: number;
}

/** What became of them. */
export async function countQueue(pool: pg.Pool): Promise<Counted> {
  const { rows } = await pool.query<Counted>(
    `select count(*) filter (where state < 'completed')::int as waiting,
       count(*) filter (where state = 'completed')::int as done,
       count(*) filter (where state > 'completed')::int as failed
     from pgboss.job_common where name = $1`,
    [queue],
  );
  return rows[0]!;
}

/** The label by which the operator's numbers name it. */
export const queueLabel = `queue="${queue}"`;
