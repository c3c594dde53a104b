import { main } from '../../../workflows/worker';

await main();
