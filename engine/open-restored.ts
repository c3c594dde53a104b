import type { TxCtx } from '#platform/context';
import { dropOverdueAlarms } from './queue/pg-boss';

const overdue = 'select count(*)::int as n from flow.timer where fire_at <= platform.now()';

/** Clocks that should have rung while nobody could hear them. */
export async function overdueClocks({ tx }: TxCtx): Promise<number> {
  return (await tx.query<{ n: number }>(overdue)).rows[0]!.n;
}

/**
 * Lets workers begin. The alarms of clocks that are overdue go: their timers stay, and the sweep rings those one after the
 * other, oldest first, some hundred a minute, rather than all of them at once.
 */
export async function openRestored({ tx }: TxCtx): Promise<void> {
  await tx.query(dropOverdueAlarms);
  await tx.query('update migrations.restored set opened_at = now() where opened_at is null');
}
