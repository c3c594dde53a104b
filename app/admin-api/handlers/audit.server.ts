import { listAudit } from '#platform/audit-list';
import { audit } from '../resources/audit';
import { onlyOne, serve } from '../serve.server';

export const auditEndpoints = serve(audit, {
  list: listAudit,
  record: (ctx, id) => onlyOne(audit, listAudit, ctx, id),
  events: {},
});
