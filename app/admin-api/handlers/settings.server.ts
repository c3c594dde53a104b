import { changeSetting, listSettings, readSettingForStaff, resetSetting } from '#workflows';
import { settings } from '../resources/settings';
import { serve } from '../serve.server';

export const settingEndpoints = serve(settings, {
  list: listSettings,
  record: readSettingForStaff,
  events: {
    change: (ctx, { id, body }) => changeSetting(ctx, id, body.value),
    reset: (ctx, { id }) => resetSetting(ctx, id),
  },
});
