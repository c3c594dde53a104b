import { main } from '#app/http/server';
import { endWithSupervisor } from '../lib/parent-death';

endWithSupervisor();
const development = process.argv.includes('--development');
await main({ development, routes: () => import('virtual:remix/server-build') });
