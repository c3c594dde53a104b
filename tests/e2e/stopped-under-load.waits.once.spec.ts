import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct, type Product } from './kit/product';
import { expect, test } from './kit/test';

const clients = 20;

interface Told {
  readonly status: number;
  readonly connection: string | undefined;
}

/** One request; rejects as the client would see it. */
function send(
  product: Product,
  path: string,
  options: http.RequestOptions,
  write: (request: http.ClientRequest) => void = (request) => request.end(),
): Promise<Told> {
  const { port, hostname } = new URL(product.url);
  return new Promise((resolve, reject) => {
    const headers = { Host: `${hostname}:${port}`, ...options.headers };
    const request = http.request({ host: '127.0.0.1', port, path, ...options, headers });
    const fail = (error: NodeJS.ErrnoException) =>
      reject(Object.assign(error, { letIn: request.reusedSocket }));
    request.once('error', fail).once('response', (answer) => {
      answer.once('error', reject).resume();
      answer.once('end', () =>
        resolve({ status: answer.statusCode!, connection: answer.headers.connection }),
      );
    });
    write(request);
  });
}

/**
 * Asks again and again on a connection of its own, until none is given any more. Who still waits in the
 * system's queue in the very moment in which the port closes is reset by the system: that one comes once more.
 */
async function askUntilRefused(product: Product, path: string, statuses: number[]) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    try {
      statuses.push((await send(product, path, { agent })).status);
    } catch (error) {
      const { code, letIn } = error as NodeJS.ErrnoException & { letIn?: boolean };
      if (code === 'ECONNRESET' && letIn === false) continue;
      return code ?? String(error);
    }
  }
}

test('a stop under load finishes what is in flight and resets nobody', async () => {
  test.setTimeout(240_000);
  const product = await startProduct();
  const statuses: number[] = [];
  const pages = ['/', '/faq', '/healthz', '/api/nowhere'];
  // The claim is about a stop: each page has been shown once before anything counts.
  for (const page of pages)
    await expect
      .poll(async () => (await send(product, page, {})).status, { timeout: 30_000 })
      .toBe(page.startsWith('/api/') ? 404 : 200);
  const asking = Array.from({ length: clients }, (_, n) =>
    askUntilRefused(product, pages[n % pages.length]!, statuses),
  );
  const idle = new http.Agent({ keepAlive: true });
  await Promise.all(Array.from({ length: 20 }, () => send(product, '/healthz', { agent: idle })));
  await sleep(2_000);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '2' };
  const slow = send(product, '/api/auth/send-code', { method: 'POST', headers }, (request) => {
    request.write('{');
    // Longer than a hurried supervisor would wait, shorter than there is time.
    setTimeout(() => request.end('}'), 8_000);
  });
  await sleep(500);
  const before = statuses.length;
  const began = Date.now();
  const exit = product.stop();

  expect(new Set(await Promise.all(asking))).toEqual(new Set(['ECONNREFUSED']));
  expect(Date.now() - began, 'new connections are refused at once').toBeLessThan(5_000);
  expect(await slow).toMatchObject({ status: 422, connection: 'close' });
  expect(await exit).toBe(0);
  // What was slow took eight seconds; a busy machine needs some more.
  expect(Date.now() - began).toBeLessThan(25_000);
  expect(before).toBeGreaterThan(clients);
  const failures = product.output().match(/.*http\.(?:unavailable|unexpected).*/g) ?? [];
  expect([...new Set(statuses)].sort(), failures.join('\n')).toEqual([200, 404]);
});
