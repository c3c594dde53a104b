import { z } from 'zod';
import { leadDetailRecord, leadList, leadRecord } from '#contracts/leads';
import { accessReason, decisionReason } from '../texts';
import { defineResource, nothing } from '../resource';

export const leads = defineResource({
  name: 'leads',
  list: leadList,
  record: leadRecord,
  detail: leadDetailRecord,
  events: {
    approve: nothing,
    reject: z.strictObject({ reason: decisionReason }),
    'read-notes': z.strictObject({ reason: accessReason }),
  },
});
