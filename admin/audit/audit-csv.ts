import type { AuditRecord } from '#platform/staff-records';
import type { CsvColumn } from '../components/csv';
import { text } from '../text';

/** The log as a table; who by id, as names change. */
export const auditCsv: readonly CsvColumn<AuditRecord>[] = [
  { label: text('console.audit.number'), value: ({ id }) => id },
  { label: text('console.audit.at'), value: ({ at }) => at },
  { label: text('console.audit.actor'), value: ({ actor }) => actor },
  { label: text('console.audit.action'), value: ({ action }) => action },
  { label: text('console.audit.object_type'), value: ({ objectType }) => objectType },
  { label: text('console.audit.object_id'), value: ({ objectId }) => objectId },
  { label: text('console.audit.outcome'), value: ({ outcome }) => outcome },
  { label: text('console.audit.facts'), value: ({ facts }) => JSON.stringify(facts) },
  { label: text('console.audit.reason'), value: ({ reason }) => reason },
  { label: text('console.audit.ip'), value: ({ ip }) => ip },
];
