import { defineList } from '#platform/lists/list';

/** Columns of `GET /api/admin/patients`; `q` is a whole phone number or e-mail address, or how a name begins. */
export const patientList = defineList({
  sort: ['createdAt', 'lastSeenAt', 'name'],
  defaultSort: ['createdAt', 'DESC'],
  filters: {},
});
