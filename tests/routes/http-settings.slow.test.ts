import { afterEach, describe, expect, it } from 'vitest';
import { minutes } from '#platform/base/duration';
import { startTestServer, type ServerOptions, type TestServer } from '../kit/http';
import { rawRequest } from '../kit/raw-http';

let server: TestServer;
afterEach(() => server?.close());

const behindProxy = {
  PUBLIC_URL: 'https://clinic.example',
  origins: ['https://clinic.example'],
  secureCookies: true,
  TRUST_PROXY: 1,
};

const start = async (options: ServerOptions) => {
  server = await startTestServer(options);
  return (path: string, ...lines: string[]) =>
    rawRequest(server.listening.port, [
      `GET ${path} HTTP/1.1`,
      'Host: clinic.example',
      'X-Forwarded-Proto: https',
      ...lines,
      'Connection: close',
    ]);
};

describe('over https behind a proxy', () => {
  it('asks for https from now on and keeps to one name', async () => {
    const get = await start({ parsed: behindProxy });
    const { headers } = await get('/');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['referrer-policy']).toBe('no-referrer');
    const byNumber = await fetch(`http://127.0.0.1:${server.listening.port}/`);
    expect(byNumber.status).toBe(421);
    expect(await byNumber.text()).toContain('<h1>This address is not served here.</h1>');
  });

  it('counts the last hop’s client, one household of IPv6 as one', async () => {
    const get = await start({
      parsed: behindProxy,
      rates: { window: minutes(1), general: 3, auth: 3 },
    });
    const from = async (address: string) =>
      (await get('/api/nowhere', `X-Forwarded-For: ${address}`)).status;
    for (let n = 1; n <= 3; n += 1) expect(await from(`6.6.6.${n}, 203.0.113.1`)).toBe(404);
    expect(await from('6.6.6.9, 203.0.113.1')).toBe(429);
    expect(await from('203.0.113.2')).toBe(404);
    for (let n = 1; n <= 3; n += 1) expect(await from(`2001:db8:1:2::${n}`)).toBe(404);
    expect(await from('2001:db8:1:2:ffff::1')).toBe(429);
    expect(await from('2001:db8:1:3::1')).toBe(404);
  });

  it.each([
    ['ports', (n: number) => `203.0.113.7:${40_000 + n}`],
    ['ports and brackets', (n: number) => `[2001:db8:1:2::7]:${40_000 + n}`],
    ['zones', (n: number) => `fe80::7%eth${n}`],
    ['IPv4 in IPv6', (n: number) => (n % 2 ? '::ffff:203.0.113.7' : '[::ffff:cb00:7107]:1')],
    ['a hundred addresses of one household', (n: number) => `2001:db8:1:2::${n}`],
    ['what is no address', (n: number) => `client-${n}`],
  ])('is not misled by %s', async (_name, addressOf) => {
    const get = await start({
      parsed: behindProxy,
      rates: { window: minutes(1), general: 5, auth: 5 },
    });
    const statuses: number[] = [];
    for (let n = 1; n <= 100; n += 1)
      statuses.push((await get('/api/nowhere', `X-Forwarded-For: ${addressOf(n)}`)).status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(95);
  });

  it('has one budget of codes for it, and writes it down as it is', async () => {
    const { listening } = (await start({ parsed: behindProxy }), server);
    const send = (n: number) =>
      rawRequest(
        listening.port,
        [
          'POST /api/auth/send-code HTTP/1.1',
          'Host: clinic.example',
          'Origin: https://clinic.example',
          `X-Forwarded-For: 203.0.113.8:${n}`,
          'Content-Type: application/json',
          'Content-Length: 30',
          'Connection: close',
          '',
          `{"phoneNumber":"+121255501${10 + n}"}`,
        ].join('\r\n'),
      );
    for (let n = 1; n <= 3; n += 1) expect((await send(n)).status).toBe(200);
    const { pool } = server.services.database;
    const budgets = await pool.query<{ taken: number }>(
      `select cardinality(times) as taken from platform.rate_limit
       where key like 'identity.sends-per-address:%'`,
    );
    expect(budgets.rows).toEqual([{ taken: 3 }]);
    const { rows } = await pool.query<{ ip: string }>(
      'select distinct ip from platform.audit_entry where ip is not null',
    );
    expect(rows).toEqual([{ ip: '203.0.113.8' }]);
  });
});

describe('without a proxy', () => {
  it('believes no X-Forwarded-For', async () => {
    const get = await start({
      parsed: { ...behindProxy, TRUST_PROXY: 0 },
      rates: { window: minutes(1), general: 2, auth: 2 },
    });
    const statuses = [];
    for (let n = 1; n <= 3; n += 1)
      statuses.push((await get('/api/nowhere', `X-Forwarded-For: 203.0.113.${n}`)).status);
    expect(statuses).toEqual([404, 404, 429]);
  });

  it('keeps the origin of forms where a browser tells no Sec-Fetch-Site', async () => {
    const address = 'http://clinic.example';
    const get = await start({
      parsed: { PUBLIC_URL: address, origins: [address], secureCookies: false },
    });
    expect((await get('/')).headers['referrer-policy']).toBe('same-origin');
  });
});
