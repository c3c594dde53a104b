import { query } from './database';

interface Entry extends Record<string, unknown> {
  readonly action: string;
  readonly objectId: string | null;
  readonly facts: Record<string, unknown>;
  readonly reason: string | null;
}

/** What the log holds of a member of staff about objects of one type, oldest first. */
export const auditOf = (email: string, objectType: string): Promise<Entry[]> =>
  query<Entry>(
    `select action, object_id as "objectId", facts, reason
     from platform.audit_entry left join platform.audit_reason on entry_id = id
     where actor = (select 'staff:' || id from identity.staff_account where email = $1)
       and object_type = $2 order by id`,
    [email, objectType],
  );
