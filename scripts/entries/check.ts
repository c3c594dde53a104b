import { readEnv } from '#platform/config/env';
import { closeServices, openServices } from '#platform/process/services';
import { eventSteps } from '../../workflows/reactions/index';
import { checkAll } from '../check-all';

const services = openServices('check', eventSteps, { ...readEnv(), LOG_LEVEL: 'error' });
try {
  process.exitCode = await checkAll(services, process.argv.slice(2), (line) => console.log(line));
} finally {
  await closeServices(services);
}
