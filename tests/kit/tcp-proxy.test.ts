import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startTcpProxy } from './tcp-proxy';

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A connection through a proxy, both of its ends, and what has arrived at the client. */
async function openWire() {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  ends.push(() => server.close());
  const { port } = server.address() as net.AddressInfo;
  const proxy = await startTcpProxy({ host: '127.0.0.1', port });
  ends.push(() => proxy.close());
  const accepted = new Promise<net.Socket>((resolve) => server.once('connection', resolve));
  const client = net.connect(proxy.port, '127.0.0.1');
  let arrived = '';
  client.on('data', (bytes) => (arrived += bytes.toString()));
  return { proxy, far: await accepted, arrived: () => arrived };
}

describe('a wire between a client and a server', () => {
  it('keeps the order of what it carries when it is fast again', async () => {
    const { proxy, far, arrived } = await openWire();
    proxy.slow(100);
    far.write('one ');
    await pause(30);
    await proxy.restore();
    far.write('two ');
    await expect.poll(arrived).toBe('one two ');
  });

  it('holds what comes while it is silent, and loses none of it', async () => {
    const { proxy, far, arrived } = await openWire();
    proxy.hush();
    far.write('one ');
    await pause(30);
    expect(arrived()).toBe('');
    await proxy.restore();
    far.write('two');
    await expect.poll(arrived).toBe('one two');
  });
});
