import { audit, withTransaction } from '#engine';
import {
  alertForStaff,
  readInstanceForStaff,
  dismissAlert,
  retryDeadLetter,
} from '#engine/operations';
import type { CtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { JobRecord, WorkflowDetailRecord } from '#platform/lists/console-records';
import { registry } from '../registry';

type Deed = 'retry' | 'dismiss';

const deeds = {
  retry: { action: 'jobs.retried', run: retryDeadLetter },
  dismiss: { action: 'jobs.dismissed', run: dismissAlert },
} as const;

/**
 * Puts a failed job back into its queue, or closes its alert without doing it again.
 *
 * @throws AppError `not_found`; `event_refused` when somebody has dealt with it
 */
export const settleJob = (ctx: CtxOf<'staff'>, deed: Deed, id: string): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const record = await alertForStaff(tx, id);
    await settle(tx, deed, record);
  });

async function settle(ctx: CtxOf<'staff'>, deed: Deed, record: JobRecord): Promise<void> {
  if (record.allowedEvents.length === 0) throw new AppError('event_refused');
  const { action, run } = deeds[deed];
  await run(ctx, record.id).catch(refuse);
  await audit(ctx, {
    action,
    object: { type: 'alert', id: String(record.id) },
    details: { job: record.job, workflowId: record.workflowId },
  });
}

/** Closed by somebody else meanwhile, or its letter is no longer kept: either way nothing is left to do. */
const refuse = (error: { code?: string }): never => {
  throw error.code === 'not_found' ? new AppError('event_refused') : error;
};

/**
 * As {@link settleJob} for a failed job of one instance.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export const settleJobOf = (
  ctx: CtxOf<'staff'>,
  deed: Deed,
  { workflowId, alertId }: { workflowId: string; alertId: number },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await readWorkflow(tx, workflowId);
    const record = await alertForStaff(tx, String(alertId));
    if (record.workflowId !== workflowId) throw new AppError('not_found');
    await settle(tx, deed, record);
  });

/**
 * One instance of any flow of the product, with the picture of its machine.
 *
 * @throws AppError `not_found`
 */
export const readWorkflow = (ctx: CtxOf<'staff'>, id: string): Promise<WorkflowDetailRecord> =>
  readInstanceForStaff(ctx, registry.flows, id);
