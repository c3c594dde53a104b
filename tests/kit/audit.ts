import { audit } from '#engine';
import { verifyAuditChain, type ChainEnd } from '#engine/operations';
import { newId } from '#platform/base/ids';
import { withOneShotDb } from '#platform/database/one-shot-db';
import type { TestServices } from './services';

export interface AuditRow {
  actor: string;
  action: string;
  object_type: string | null;
  object_id: string | null;
  outcome: string;
  facts: Record<string, unknown>;
  reason: string | null;
}

/** The entries of one action, oldest first, with the reason that was typed. */
export async function auditOf(
  { services }: Pick<TestServices, 'services'>,
  action: string,
): Promise<AuditRow[]> {
  const { rows } = await services.database.pool.query<AuditRow>(
    `select e.*, r.reason from platform.audit_entry e
     left join platform.audit_reason r on r.entry_id = e.id where e.action = $1 order by e.id`,
    [action],
  );
  return rows;
}

/** What a test of the chains does to those of its own services, which `kit` gives once they stand. */
export function auditChains(kit: () => TestServices) {
  const note = (facts: Record<string, string | number | null> = {}) =>
    audit(kit().ctx(), {
      action: 'sample.done',
      object: { type: 'sample', id: newId() },
      details: facts,
    });
  return {
    note,
    async notes(count: number): Promise<void> {
      for (let i = 0; i < count; i += 1) await note({ i });
    },
    verify: (expected?: ChainEnd) =>
      withOneShotDb(kit().services.env.databaseUrl, (db) =>
        verifyAuditChain(db, { expected, pageSize: 7 }),
      ),
    /** As a superuser who has switched the triggers off would. */
    async behindItsBack(...statements: string[]): Promise<void> {
      const client = await kit().services.database.pool.connect();
      try {
        await client.query('set session_replication_role = replica');
        for (const statement of statements) await client.query(statement);
        await client.query('set session_replication_role = origin');
      } finally {
        client.release();
      }
    },
  };
}
