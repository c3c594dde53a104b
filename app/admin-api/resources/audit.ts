import { auditList } from '#platform/staff-lists';
import { auditRecord } from '#platform/staff-records';
import { defineResource } from '../resource';

export const audit = defineResource({
  name: 'audit',
  list: auditList,
  record: auditRecord,
  detail: auditRecord,
  events: {},
});
