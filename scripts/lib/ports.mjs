import net from 'node:net';
import { sleep } from './processes.mjs';
import { Refusal } from './say.mjs';

/**
 * A port of 127.0.0.1 that is free now.
 * @returns {Promise<number>}
 */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/**
 * The error code that listening on this address gives now; null when it works.
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | null>}
 */
export function whyNotListen(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error) => resolve(/** @type {{ code?: string }} */ (error).code ?? 'E'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** @type {Record<string, string>} */
const listenFaults = {
  EADDRINUSE: 'is taken by another program. Stop it, or set PORT.',
  EACCES: 'may not be used by this user. Set PORT to a number above 1023.',
  EADDRNOTAVAIL: 'cannot be used: this machine does not have that address. Set HOST.',
  ENOTFOUND: 'cannot be used: this machine does not have that address. Set HOST.',
};

/**
 * Refuses when nothing could listen there. Waits a little first: the web process of a killed supervisor
 * needs a moment to notice.
 * @param {{ port: number, host: string }} address
 */
export async function ensurePortFree({ port, host }) {
  const end = Date.now() + 2_500;
  for (;;) {
    const code = await whyNotListen(port, host);
    if (!code) return;
    if (code !== 'EADDRINUSE' || Date.now() > end) {
      throw new Refusal(
        `Port ${port} on ${host} ${listenFaults[code] ?? `cannot be used (${code}).`}`,
      );
    }
    await sleep(100);
  }
}
