import { markFailed, sendEmailJob } from '#modules/notifications';
import { job } from '#platform/jobs';
import { sendEmailHandler } from './send-email';
import { accountsAreTold } from './tell-accounts';
import { clinicsAreTold } from './tell-clinics';
import { patientsAreTold } from './tell-patients';
import { staffAreTold } from './tell-staff';

/** Who is told what, and when. */
export const notificationSubscriptions = [
  ...patientsAreTold,
  ...clinicsAreTold,
  ...accountsAreTold,
  ...staffAreTold,
];

/** A mail that used up its tries is marked as failed; staff see it and may have it sent again. */
export const notificationJobs = [job(sendEmailJob, sendEmailHandler, markFailed)];
