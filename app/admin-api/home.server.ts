import { defineCall } from '#platform/base/call';
import { homeRecord, queueCountsRecord } from '#platform/lists/console-records';
import { consoleHome, consoleQueues } from '#workflows';
import { endpoint } from '#app/http/api.server';

const homeCall = defineCall({
  id: 'admin.home.read',
  method: 'GET',
  path: '/admin/home',
  summary: 'Console: queues with their clocks, and thirty days in figures',
  audience: 'staff',
  data: homeRecord,
  bare: true,
});

const queuesCall = defineCall({
  id: 'admin.queues.read',
  method: 'GET',
  path: '/admin/queues',
  summary: 'Console: how many wait in each queue',
  audience: 'staff',
  data: queueCountsRecord,
  bare: true,
});

export const homeEndpoints = [
  endpoint(homeCall, consoleHome),
  // Asked for whenever a queue changes: looking renews no session.
  endpoint(queuesCall, consoleQueues, { quiet: true }),
] as const;
