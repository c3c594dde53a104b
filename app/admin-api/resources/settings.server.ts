import { z } from 'zod';
import { settingList } from '#platform/console-lists';
import { settingRecord } from '#platform/console-records';
import { changeSetting, listSettings, readSettingForStaff, resetSetting } from '#workflows';
import { defineResource, nothing } from '../resource';
import { serve } from '../serve.server';

const resource = defineResource({
  name: 'settings',
  list: settingList,
  record: settingRecord,
  detail: settingRecord,
  // What a value must look like, its setting knows.
  events: { change: z.strictObject({ value: z.unknown() }), reset: nothing },
});

export const settings = serve(resource, {
  list: listSettings,
  record: readSettingForStaff,
  events: {
    change: (ctx, { id, body }) => changeSetting(ctx, id, body.value),
    reset: (ctx, { id }) => resetSetting(ctx, id),
  },
});
