import type { Services, TxCtx } from '../context';

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
