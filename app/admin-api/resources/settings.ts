import { z } from 'zod';
import { settingList } from '#platform/staff-lists';
import { settingRecord } from '#platform/staff-records';
import { defineResource, nothing } from '../resource';

export const settings = defineResource({
  name: 'settings',
  list: settingList,
  record: settingRecord,
  detail: settingRecord,
  // What a value must look like, its setting knows.
  events: { change: z.strictObject({ value: z.unknown() }), reset: nothing },
});
