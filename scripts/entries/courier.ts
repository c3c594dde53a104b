import { main } from '../../workflows/courier/courier';
import { endWithSupervisor } from '../lib/parent-death';

endWithSupervisor();
await main();
