import { z } from 'zod';
import { defineList, oneOrMany } from '#platform/lists/list';
import { staffRoles, staffStates } from './staff-records';

/** Columns and filters of `GET /api/admin/staff`; `q` is part of a name or an e-mail address. */
export const staffList = defineList({
  sort: ['name', 'email', 'role', 'createdAt', 'lastSignInAt'],
  defaultSort: ['name', 'ASC'],
  filters: { role: z.enum(staffRoles), state: oneOrMany(z.enum(staffStates)) },
});
