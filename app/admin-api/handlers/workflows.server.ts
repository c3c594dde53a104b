import { listInstancesForStaff } from '#platform/flow';
import { readWorkflow, settleJobOf } from '#workflows';
import { workflows } from '../resources/workflows';
import { serve } from '../serve.server';

export const workflowEndpoints = serve(workflows, {
  list: listInstancesForStaff,
  record: readWorkflow,
  events: {
    retry: (ctx, { id, body }) => settleJobOf(ctx, 'retry', { workflowId: id, ...body }),
    dismiss: (ctx, { id, body }) => settleJobOf(ctx, 'dismiss', { workflowId: id, ...body }),
  },
});
