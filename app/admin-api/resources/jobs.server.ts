import { alertForStaff, listAlertsForStaff } from '#engine/operations';
import { jobList } from '#platform/lists/console-lists';
import { jobRecord } from '#platform/lists/console-records';
import { settleJob } from '#workflows';
import { defineResource, nothing } from '../resource';
import { serve } from '../serve.server';

const resource = defineResource({
  name: 'jobs',
  list: jobList,
  record: jobRecord,
  detail: jobRecord,
  events: { retry: nothing, dismiss: nothing },
});

export const jobs = serve(resource, {
  list: listAlertsForStaff,
  record: alertForStaff,
  events: {
    retry: (ctx, { id }) => settleJob(ctx, 'retry', id),
    dismiss: (ctx, { id }) => settleJob(ctx, 'dismiss', id),
  },
});
