import { hasFreshFactor } from '#modules/identity';
import type { ActorOf } from '#platform/base/actor';
import { audit } from '#engine';
import type { Ctx } from '#platform/context';
import { hours } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { spend } from '#platform/limits/rate-limit';

/** Rows of lists that one member of staff is given in an hour: about a hundred pages of them. */
export const rowBudget = { name: 'admin.rows', limit: 3_000, window: hours(1) };
/** The same after a fresh factor. */
const freshLimit = 10_000;
/** In a demo one account plays all staff. */
const demoFactor = 100;
/** An entry of the audit log for so many rows. */
const rowsPerEntry = 500;

/** Counts rows before they are sent. Throws `step_up` beyond the budget, `too_many_requests` beyond the larger one. */
export async function spendRows(
  ctx: Ctx<ActorOf<'staff'>>,
  resource: string,
  rows: number,
): Promise<void> {
  if (rows === 0) return;
  const { id } = ctx.actor;
  const factor = ctx.services.env.mode === 'demo' ? demoFactor : 1;
  let spent = await spend(ctx, { ...rowBudget, limit: rowBudget.limit * factor }, id, rows);
  if (spent === null) {
    if (!(await hasFreshFactor(ctx))) throw new AppError('step_up');
    spent = await spend(ctx, { ...rowBudget, limit: freshLimit * factor }, id, rows);
    if (spent === null) throw new AppError('too_many_requests');
  }
  if (Math.floor(spent / rowsPerEntry) > Math.floor((spent - rows) / rowsPerEntry))
    await audit(ctx, { action: 'staff.listed', facts: { resource, rows: spent } });
}
