import { z } from 'zod';
import { listInstancesForStaff } from '#engine/operations';
import { workflowList } from '#platform/lists/console-lists';
import { workflowDetailRecord, workflowRecord } from '#platform/lists/console-records';
import { storableInt } from '#platform/base/whole-number';
import { readWorkflow, settleJobOf } from '#workflows';
import { defineResource } from '../resource';
import { serve } from '../serve.server';

const one = z.strictObject({ alertId: storableInt().min(1) });

const resource = defineResource({
  name: 'workflows',
  list: workflowList,
  record: workflowRecord,
  detail: workflowDetailRecord,
  events: { retry: one, dismiss: one },
});

export const workflows = serve(resource, {
  list: listInstancesForStaff,
  record: readWorkflow,
  events: {
    retry: (ctx, { id, body }) => settleJobOf(ctx, 'retry', { workflowId: id, ...body }),
    dismiss: (ctx, { id, body }) => settleJobOf(ctx, 'dismiss', { workflowId: id, ...body }),
  },
});
