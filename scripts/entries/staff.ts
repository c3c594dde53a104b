import { readEnv } from '#platform/config/env';
import { closeServices, openServices } from '#platform/process/services';
import { eventSteps } from '../../workflows/reactions/index';
import { staff } from '../review-team';

const services = openServices('staff', eventSteps, { ...readEnv(), LOG_LEVEL: 'error' });
try {
  process.exitCode = await staff(services, process.argv.slice(2), (line) => console.log(line));
} finally {
  await closeServices(services);
}
