import http from 'node:http';
import type net from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openIdProvider } from './openid.server';

let server: http.Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

it.each<[string, (response: http.ServerResponse) => void]>([
  ['never answers', () => undefined],
  [
    'answers without an end',
    (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 100);
      response.once('close', () => clearInterval(timer));
    },
  ],
])('a provider that %s is waited for five seconds', async (_what, answer) => {
  server = http.createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  const provider = openIdProvider({
    ...{ issuer: `http://127.0.0.1:${port}`, clientId: 'console', clientSecret: 'secret' },
    ...{ scope: 'openid', groupsClaim: 'groups', addresses: [`127.0.0.1:${port}`] },
    redirectUri: 'https://clinics.example/admin/provider-return',
  });
  const begun = performance.now();
  await expect(provider.begin({ state: 's', nonce: 'n', verifier: 'v' })).rejects.toMatchObject({
    reason: 'away',
  });
  expect(performance.now() - begun).toBeGreaterThan(4_900);
  expect(performance.now() - begun).toBeLessThan(10_000);
});
