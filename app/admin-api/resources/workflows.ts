import { z } from 'zod';
import { workflowList } from '#platform/staff-lists';
import { storableInt } from '#platform/whole-number';
import { workflowDetailRecord, workflowRecord } from '#platform/staff-records';
import { defineResource } from '../resource';

const one = z.strictObject({ alertId: storableInt().min(1) });

export const workflows = defineResource({
  name: 'workflows',
  list: workflowList,
  record: workflowRecord,
  detail: workflowDetailRecord,
  events: { retry: one, dismiss: one },
});
