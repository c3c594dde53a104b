import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../db';
import { event } from './tables.server';
import type { LiveMessage } from './types';

/** Most events that one reading brings; who was away longer reloads anyway. */
const atMost = 200;

/** Events of a principal after `after`, oldest first. */
export async function eventsAfter(
  db: Db,
  principal: string,
  after: number,
): Promise<Array<{ id: number; message: LiveMessage }>> {
  const rows = await db
    .select()
    .from(event)
    .where(and(eq(event.principal, principal), gt(event.id, after)))
    .orderBy(asc(event.id))
    .limit(atMost);
  return rows.map(({ id, type, data }) => ({ id, message: { ...data, type } }));
}

/** Where a page that asks for nothing older begins. */
export async function newestEvent(db: Db, principal: string): Promise<number> {
  const [row] = await db
    .select({ id: sql<number>`coalesce(max(${event.id}), 0)::float8` })
    .from(event)
    .where(eq(event.principal, principal));
  return row?.id ?? 0;
}
