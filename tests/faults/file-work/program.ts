import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileHandler } from '#platform/file-work';
import { serveFileWork } from '#platform/file-work/serve.server';
import { orderTask } from './tasks';

/** Holds what was eaten. */
const eaten: Buffer[] = [];

serveFileWork([
  fileHandler(orderTask, {
    cost: async ({ input }) => input.cost,
    run: async ({ folder, input: { takes = 0, eats = 0, ends } }) => {
      const began = Date.now();
      for (let n = 0; n < eats; n += 1) {
        eaten.push(Buffer.alloc(1024 * 1024, 1));
        if (n % 32 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      const mark = path.join(folder, 'mark');
      const again = existsSync(mark);
      writeFileSync(mark, '');
      if (ends === 'crash') process.abort();
      if (ends === 'kill' || (ends === 'kill-once' && !again)) process.kill(process.pid, 'SIGKILL');
      if (ends === 'hang') for (;;);
      if (ends === 'dial') await fetch('http://169.254.169.254/');
      await new Promise((resolve) => setTimeout(resolve, takes));
      return { began, ended: Date.now() };
    },
  }),
]);
