import { recordEndpoints } from '#app/admin-api/endpoints.server';
import { apiAt } from '#app/http/api.server';

export const { loader, action } = apiAt(
  recordEndpoints,
  ({ resource }) => `/admin/${resource!.toLowerCase()}/{id}`,
);
