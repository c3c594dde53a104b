import { z } from 'zod';
import { staffList, staffRecord, staffRoles } from '#contracts/identity';
import { defineResource, nothing } from '../resource';

export const staff = defineResource({
  name: 'staff',
  list: staffList,
  record: staffRecord,
  detail: staffRecord,
  events: {
    'change-role': z.strictObject({ role: z.enum(staffRoles) }),
    disable: nothing,
    enable: nothing,
    'invite-again': nothing,
    'reset-factors': nothing,
    'end-session': z.strictObject({ sessionId: z.string().max(100) }),
    'end-sessions': nothing,
  },
  failures: {
    'change-role': ['last_admin'],
    disable: ['last_admin'],
    'reset-factors': ['last_admin'],
  },
});
