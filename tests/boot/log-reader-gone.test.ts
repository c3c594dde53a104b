import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';

const writer = `
import { createLogger } from '#platform/observability/log';
import { endOnFault } from '#platform/observability/end-on-fault';
const log = createLogger('info', 'test');
endOnFault(log);
process.once('disconnect', () => {
  for (let i = 0; i < 100; i += 1) log.info({ i }, 'nobody.reads-this');
  process.exit(0);
});
log.info('here');
setInterval(() => undefined, 1_000);
`;

const writers: ChildProcess[] = [];
afterAll(() => writers.forEach((child) => child.kill('SIGKILL')));

/** Milliseconds until a process that writes and ends is gone after its reader. */
function endWithoutReader(): Promise<number> {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', writer];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] });
  writers.push(child);
  return new Promise((resolve, reject) => {
    child.stdout!.once('data', () => {
      const gone = Date.now();
      const late = setTimeout(() => {
        reject(new Error('it hangs while it ends'));
      }, 10_000);
      child.once('exit', () => {
        clearTimeout(late);
        resolve(Date.now() - gone);
      });
      child.stdout!.destroy();
      child.disconnect();
    });
  });
}

it('lets a process end whose log nobody reads any more', { timeout: 60_000 }, async () => {
  const took = await Promise.all([endWithoutReader(), endWithoutReader(), endWithoutReader()]);
  expect(Math.max(...took)).toBeLessThan(10_000);
});
