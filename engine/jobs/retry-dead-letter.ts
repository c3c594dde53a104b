import type { Ctx } from '#platform/context';
import { withTransaction } from '../unit-of-work/transaction';
import { AppError } from '#platform/base/errors';
import { idFromName } from '#platform/base/ids';
import { giveNotice } from '../unit-of-work/notices';
import { insertJobs, readLetter, wakeNotices, type NewJob } from '../queue/pg-boss';
import { deadLetterQueue, eventsQueue } from '../queue/envelope';

const resolveAlert = `update flow.alert set resolved_at = platform.now()
  where id = $1 and resolved_at is null returning job, job_id, instance_id`;
const unstick = `update flow.instance set stuck = false where id = $1
  and not exists (select 1 from flow.alert where instance_id = $1 and resolved_at is null)`;

interface Resolved {
  job: string;
  job_id: string;
  instance_id: string | null;
}

/**
 * Puts the job of an alert back into its queue, with fresh tries and the same key, and closes the alert.
 * Throws `not_found` for an unknown or closed alert, or when the letter is no longer kept.
 */
export async function retryDeadLetter(ctx: Ctx, alertId: number): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const alert = await tx.tx.query<Resolved>(resolveAlert, [alertId]);
    if (!alert.rows[0]) throw new AppError('not_found');
    const { job, job_id: letter, instance_id: instance } = alert.rows[0];
    const found = await tx.tx.query<{ data: object }>(readLetter, [deadLetterQueue, letter]);
    if (!found.rows[0]) throw new AppError('not_found');
    const again = { id: idFromName(`${letter}:again`), ...whereItBelongs(job, found.rows[0].data) };
    const outcome = await insertJobs(tx.tx, [again]);
    for (const notice of wakeNotices(outcome)) giveNotice(tx, notice);
    if (instance) await tx.tx.query(unstick, [instance]);
  });
}

/** Only events have a time. One that died in a queue of its subscription's own does not name it. */
const whereItBelongs = (job: string, data: object): Pick<NewJob, 'name' | 'data'> =>
  'at' in data ? { name: eventsQueue, data: { subscription: job, ...data } } : { name: job, data };

/** Closes an alert without doing its job again. Throws `not_found`. */
export async function dismissAlert(ctx: Ctx, alertId: number): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const alert = await tx.tx.query<Resolved>(resolveAlert, [alertId]);
    if (!alert.rows[0]) throw new AppError('not_found');
    const { instance_id: instance } = alert.rows[0];
    if (instance) await tx.tx.query(unstick, [instance]);
  });
}
