import { collectionEndpoints } from '#app/admin-api/endpoints.server';
import { apiAt } from '#app/http/api.server';

export const { loader, action } = apiAt(
  collectionEndpoints,
  ({ resource }) => `/admin/${resource!.toLowerCase()}`,
);
