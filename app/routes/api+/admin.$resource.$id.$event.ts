import { eventEndpoints } from '#app/admin-api/endpoints.server';
import { apiAt } from '#app/http/api.server';

export const { loader, action } = apiAt(
  eventEndpoints,
  ({ resource, event }) => `/admin/${resource!.toLowerCase()}/{id}/${event!.toLowerCase()}`,
);
