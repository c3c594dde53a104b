import { main } from '../../workflows/worker';
import { endWithSupervisor } from '../lib/parent-death';

endWithSupervisor();
await main();
