import { z } from 'zod';
import { settingList } from '#platform/lists/console-lists';
import { settingRecord } from '#platform/lists/console-records';
import { changeSetting, listSettings, readSettingForStaff, resetSetting } from '#workflows';
import { defineResource } from '../resource';
import { serve } from '../serve.server';

/** Of the record that was looked at. */
const version = z.string().max(100).optional();

const resource = defineResource({
  name: 'settings',
  list: settingList,
  record: settingRecord,
  detail: settingRecord,
  // What a value must look like, its setting knows.
  events: {
    change: z.strictObject({ value: z.unknown(), version }),
    reset: z.strictObject({ version }),
  },
});

export const settings = serve(resource, {
  list: listSettings,
  record: readSettingForStaff,
  events: {
    change: (ctx, { id, body }) => changeSetting(ctx, { key: id, ...body }),
    reset: (ctx, { id, body }) => resetSetting(ctx, { key: id, ...body }),
  },
});
