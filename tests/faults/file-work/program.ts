import { appendFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { fileHandler } from '#platform/files/file-work';
import { serveFileWork } from '#platform/files/file-work/serve.server';
import { orderTask } from './tasks';

/** Milliseconds that this process has taken. */
const cpu = (): number => process.cpuUsage().user / 1_000;

/** Holds what was eaten. */
const eaten: Buffer[] = [];

serveFileWork([
  fileHandler(orderTask, {
    cost: async ({ input: { cost, pool = 'pictures' } }) => ({ pool, bytes: cost }),
    run: async ({ folder, input: { takes = 0, eats = 0, burns = 0, ends } }) => {
      const began = Date.now();
      for (let n = 0; n < eats; n += 1) {
        eaten.push(Buffer.alloc(1024 * 1024, 1));
        if (n % 32 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      const mark = path.join(folder, 'mark');
      const again = existsSync(mark);
      appendFileSync(mark, '.');
      for (const until = cpu() + burns; cpu() < until;);
      if (ends === 'crash') process.abort();
      if (ends === 'kill' || (ends === 'kill-once' && !again)) process.kill(process.pid, 'SIGKILL');
      if (ends === 'hang') for (;;);
      if (ends === 'dial') await fetch('http://169.254.169.254/');
      await new Promise((resolve) => setTimeout(resolve, takes));
      return { began, ended: Date.now() };
    },
  }),
]);
