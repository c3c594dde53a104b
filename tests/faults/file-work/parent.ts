import { createLogger } from '#platform/observability/log';
import { openFileWork } from '#platform/files/file-work';
import { orderTask } from './tasks';

/** A process with a program for files at work: says its number, then waits to be killed. */
const [, , entry = '', folder = ''] = process.argv;
const fileWork = openFileWork({ entry, log: createLogger('error', 'test') });
const order = (takes: number) =>
  fileWork.run(orderTask, {
    owner: 'a',
    folder,
    input: { cost: 1, takes },
    refused: () => new Error('refused'),
  });
await order(0);
process.stdout.write(`${fileWork.pid()}\n`);
await order(60_000);
