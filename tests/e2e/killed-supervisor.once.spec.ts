import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/lib/ports.mjs';
import { isAlive, until } from '../../scripts/lib/processes.mjs';
import { startProduct, type Product } from './kit/product';
import { expect, test } from './kit/test';

const kills = 6;
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'clinic-killed-'));
test.afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type Pids = Record<'supervisor' | 'web' | 'worker' | 'postgres', number>;

const pidsOf = (): Pids => {
  const text = readFileSync(path.join(dataDir, 'supervisor.lock'), 'utf8');
  return (JSON.parse(text) as { processes: Pids }).processes;
};

/** Asks for pages, each with a line in the log, until nobody answers. */
async function load(product: Product): Promise<void> {
  for (;;) {
    try {
      await (await fetch(`${product.url}/faq`)).text();
    } catch {
      return;
    }
  }
}

test('a killed supervisor leaves nothing behind, and the next start ends what cannot end', async () => {
  test.setTimeout(480_000);
  const port = await freePort();
  for (let round = 1; round <= kills; round += 1) {
    const product = await startProduct({ dataDir, port });
    const pids = pidsOf();
    const asking = Array.from({ length: 8 }, () => load(product));
    await new Promise((resolve) => setTimeout(resolve, 300 * round));
    process.kill(pids.supervisor, 'SIGKILL');
    const gone = await until(() => !Object.values(pids).some(isAlive), 15_000);
    const left = Object.entries(pids).filter(([, pid]) => isAlive(pid));
    expect(gone, `left after kill ${round}: ${JSON.stringify(left)}`).toBe(true);
    await Promise.all(asking);
    await product.stop();
  }

  const last = await startProduct({ dataDir, port });
  const { supervisor, web, worker } = pidsOf();
  for (const pid of [web, worker]) process.kill(pid, 'SIGSTOP');
  process.kill(supervisor, 'SIGKILL');
  await last.stop();
  expect([web, worker].filter(isAlive)).toEqual([web, worker]);
  const next = await startProduct({ dataDir, port });
  expect([web, worker].filter(isAlive)).toEqual([]);
  expect(await next.stop()).toBe(0);
});
