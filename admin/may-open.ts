import type { StaffRole } from '#contracts/identity';

/** Resources whose screens only admins have; the API refuses everybody else in any case. */
const adminsOnly = new Set(['staff', 'settings', 'content']);

/** Whether somebody of this role has the screens of a resource; undefined: not known yet who it is. */
export const mayOpen = (role: StaffRole | null | undefined, resource: string): boolean =>
  role === 'admin' || !adminsOnly.has(resource);
