import { readEnv } from '#platform/config/env';
import { closeServices, openServices } from '#platform/process/services';
import { eventSteps } from '../../workflows/reactions/index';
import { exchange } from '../repair-exchange';

const services = openServices('exchange', eventSteps, { ...readEnv(), LOG_LEVEL: 'error' });
try {
  process.exitCode = await exchange(services, process.argv.slice(2), (line) => console.log(line));
} finally {
  await closeServices(services);
}
