import { z } from 'zod';
import { leadDetailRecord, leadList, leadRecord } from '#contracts/leads';
import {
  approveLead,
  leadForStaff,
  listLeadsForStaff,
  readLeadForStaff,
  readNotes,
  rejectLead,
  sendLeadBack,
} from '#modules/leads';
import { defineResource, nothing } from '../resource';
import { serve } from '../serve.server';
import { accessReason, decisionReason } from '../texts';

const resource = defineResource({
  name: 'leads',
  list: leadList,
  record: leadRecord,
  detail: leadDetailRecord,
  events: {
    approve: nothing,
    reject: z.strictObject({ reason: decisionReason }),
    'send-back': z.strictObject({ reason: decisionReason }),
    'read-notes': z.strictObject({ reason: accessReason }),
  },
});

export const leads = serve(resource, {
  list: listLeadsForStaff,
  record: leadForStaff,
  read: readLeadForStaff,
  events: {
    approve: (ctx, { id }) => approveLead(ctx, { leadId: id }),
    reject: (ctx, { id, body }) => rejectLead(ctx, { leadId: id, ...body }),
    'send-back': (ctx, { id, body }) => sendLeadBack(ctx, { leadId: id, ...body }),
    'read-notes': (ctx, { id, body }) => readNotes(ctx, { leadId: id, ...body }),
  },
});
