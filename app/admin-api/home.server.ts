import { defineCall } from '#platform/call';
import { homeRecord } from '#platform/console-records';
import { consoleHome } from '#workflows';
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

export const homeEndpoint = endpoint(homeCall, consoleHome);
