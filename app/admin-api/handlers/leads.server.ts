import {
  approveLead,
  leadForStaff,
  listLeadsForStaff,
  readLeadForStaff,
  readNotes,
  rejectLead,
} from '#modules/leads';
import { leads } from '../resources/leads';
import { serve } from '../serve.server';

export const leadEndpoints = serve(leads, {
  list: listLeadsForStaff,
  record: leadForStaff,
  read: readLeadForStaff,
  events: {
    approve: (ctx, { id }) => approveLead(ctx, { leadId: id }),
    reject: (ctx, { id, body }) => rejectLead(ctx, { leadId: id, ...body }),
    'read-notes': (ctx, { id, body }) => readNotes(ctx, { leadId: id, ...body }),
  },
});
