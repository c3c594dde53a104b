import { alertForStaff, listAlertsForStaff } from '#platform/flow';
import { settleJob } from '#workflows';
import { jobs } from '../resources/jobs';
import { serve } from '../serve.server';

export const jobEndpoints = serve(jobs, {
  list: listAlertsForStaff,
  record: alertForStaff,
  events: {
    retry: (ctx, { id }) => settleJob(ctx, 'retry', id),
    dismiss: (ctx, { id }) => settleJob(ctx, 'dismiss', id),
  },
});
