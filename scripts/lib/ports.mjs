import net from 'node:net';

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
