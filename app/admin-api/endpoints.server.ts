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

/** What the console asks for by resource. */
export const resourceEndpoints: readonly Endpoint[] = [
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
