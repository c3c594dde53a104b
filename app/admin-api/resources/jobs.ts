import { jobList } from '#platform/staff-lists';
import { jobRecord } from '#platform/staff-records';
import { defineResource, nothing } from '../resource';

export const jobs = defineResource({
  name: 'jobs',
  list: jobList,
  record: jobRecord,
  detail: jobRecord,
  events: { retry: nothing, dismiss: nothing },
});
