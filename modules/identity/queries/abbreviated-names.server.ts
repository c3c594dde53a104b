import { sql } from 'drizzle-orm';
import { nameForOthers } from '#platform/text/contact-in-name';
import type { Ctx } from '#platform/context';
import { isAmong } from '#platform/lists/list-query';
import { patient } from '../tables.server';

/**
 * What a clinic may call patients before they choose it, by id: 'Sarah M.'. Shortened where the names are
 * kept, so that nobody's last name leaves the database for this. A name that holds contact data is masked. A patient who is gone is missing. With `lock`, the
 * names stay as they are until the transaction ends, and a change that is under way is waited for.
 */
export async function abbreviatedNames(
  ctx: Ctx,
  { ids, lock }: { ids: readonly string[]; lock: boolean },
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const names = ctx.db
    .select({
      id: patient.id,
      name: sql<string>`${patient.firstName} || ' ' || upper(left(${patient.lastName}, 1)) || '.'`,
    })
    .from(patient)
    .where(isAmong(patient.id, ids));
  const rows = await (lock ? names.for('share') : names);
  return new Map(rows.map(({ id, name }) => [id, nameForOthers(name)]));
}
