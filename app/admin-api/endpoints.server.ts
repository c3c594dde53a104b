import { homeEndpoint } from './handlers/home.server';
import { notificationEndpoints } from './handlers/notifications.server';
import { documentEndpoints } from './handlers/documents.server';
import { clinicEndpoints } from './handlers/clinics.server';
import { contentEndpoints } from './handlers/content.server';
import { settingEndpoints } from './handlers/settings.server';
import { patientEndpoints } from './handlers/patients.server';
import type { Endpoint } from '#app/http/api.server';
import { auditEndpoints } from './handlers/audit.server';
import { jobEndpoints } from './handlers/jobs.server';
import { leadEndpoints } from './handlers/leads.server';
import { staffEndpoints } from './handlers/staff.server';
import { workflowEndpoints } from './handlers/workflows.server';

const endpoints: readonly Endpoint[] = [
  homeEndpoint,
  ...leadEndpoints,
  ...workflowEndpoints,
  ...staffEndpoints,
  ...jobEndpoints,
  ...auditEndpoints,
  ...patientEndpoints,
  ...settingEndpoints,
  ...contentEndpoints,
  ...clinicEndpoints,
  ...documentEndpoints,
  ...notificationEndpoints,
];

const depthOf = ({ call }: Endpoint): number => call.path.split('/').length;

/** `/admin/{resource}` */
export const collectionEndpoints = endpoints.filter((each) => depthOf(each) === 3);
/** `/admin/{resource}/{id}` */
export const recordEndpoints = endpoints.filter((each) => depthOf(each) === 4);
/** `/admin/{resource}/{id}/{event}` */
export const eventEndpoints = endpoints.filter((each) => depthOf(each) === 5);
