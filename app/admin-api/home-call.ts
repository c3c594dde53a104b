import { homeRecord } from '#platform/staff-records';
import { defineCall } from '#platform/call';

export const homeCall = defineCall({
  id: 'admin.home.read',
  method: 'GET',
  path: '/admin/home',
  summary: 'Console: queues with their clocks, and thirty days in figures',
  audience: 'staff',
  data: homeRecord,
  bare: true,
});
