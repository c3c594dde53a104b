import { main } from '#app/http/server';
import { endWithSupervisor } from '../lib/parent-death';

endWithSupervisor();
await main({ development: process.argv.includes('--development') });
