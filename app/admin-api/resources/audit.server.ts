import { listAudit } from '#platform/audit-list';
import { auditList } from '#platform/staff-lists';
import { auditRecord } from '#platform/staff-records';
import { defineResource } from '../resource';
import { onlyOne, serve } from '../serve.server';

const resource = defineResource({
  name: 'audit',
  list: auditList,
  record: auditRecord,
  detail: auditRecord,
  events: {},
});

export const audit = serve(resource, {
  list: listAudit,
  record: (ctx, id) => onlyOne(resource, listAudit, ctx, id),
  events: {},
});
