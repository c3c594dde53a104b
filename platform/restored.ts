import type { Services, TxCtx } from './context';
import { timerQueue } from './queue/envelope';

/**
 * Says that the database came out of a backup, which, and whether the operator has opened it since. Made with the records
 * of migrations, before there is any table that a restore fills.
 */
export const restoreMark = `create table if not exists migrations.restored (
  id boolean primary key default true check (id), backup text not null, taken_at timestamptz not null,
  begun_at timestamptz not null default now(), loaded_at timestamptz, finished_at timestamptz,
  opened_at timestamptz)`;

const held = {
  name: 'restore-held',
  text: 'select from migrations.restored where opened_at is null',
};

/**
 * Whether nothing may leave this product yet: it was restored, and the operator has not opened it. Nothing leaves but by
 * a job, so a worker that takes none holds mails, messages and clocks alike.
 */
export async function isHeld({ database }: Pick<Services, 'database'>): Promise<boolean> {
  const { rowCount } = await database.pool.query(held);
  return rowCount !== 0;
}

/** The backup that a database came out of, and how far it is. */
export interface Restored {
  readonly backup: string;
  readonly takenAt: Date;
  readonly finished: boolean;
  readonly opened: boolean;
}

const restored = `select backup, taken_at as "takenAt", finished_at is not null as finished,
  opened_at is not null as opened from migrations.restored`;

/** Null for a database that no restore filled. Locks the mark. */
export async function lockRestored({ tx }: TxCtx): Promise<Restored | null> {
  const { rows } = await tx.query<Restored>(`${restored} for update`);
  return rows[0] ?? null;
}

const overdue = 'select count(*)::int as n from flow.timer where fire_at <= platform.now()';

/** Clocks that should have rung while nobody could hear them. */
export async function overdueClocks({ tx }: TxCtx): Promise<number> {
  return (await tx.query<{ n: number }>(overdue)).rows[0]!.n;
}

const calm = `delete from pgboss.job_common j using flow.timer t
  where j.name = '${timerQueue}' and j.id = t.token and j.state < 'active' and t.fire_at <= platform.now()`;

/**
 * Lets workers begin. The alarms of clocks that are overdue go: their timers stay, and the sweep rings those one after the
 * other, oldest first, some hundred a minute, rather than all of them at once.
 */
export async function openRestored({ tx }: TxCtx): Promise<void> {
  await tx.query(calm);
  await tx.query('update migrations.restored set opened_at = now() where opened_at is null');
}
