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
