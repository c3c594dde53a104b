import { listAudit } from '#engine/operations';
import { auditList } from '#platform/lists/console-lists';
import { auditRecord } from '#platform/lists/console-records';
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
