import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { showPhone } from '#contracts/identity';
import { minutes, seconds } from '#platform/base/duration';
import { waysToType } from '../../modules/identity/phone.test-table';
import { codeOf, newPhone } from '../../modules/identity/testing';
import { advance, resetClock } from '../kit/clock';
import { startTestServer, type TestServer } from '../kit/http';
import { liftSiteBudgets } from '../kit/identity';
import { PageBrowser } from '../kit/page-browser';

describe('the sign-in pages, without script', () => {
  let server: TestServer;
  let browser: PageBrowser;
  let phone: string;
  beforeAll(async () => {
    server = await startTestServer();
    await liftSiteBudgets(server.ctx());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await resetClock(server.services);
    await server.services.database.pool.query('delete from platform.rate_limit');
    browser = new PageBrowser(server);
    phone = newPhone();
  });

  const send = (path = '/login', more: Record<string, string> = {}) =>
    browser.post(path, { intent: 'send', phone, ...more });
  const challenges = async () =>
    (
      await server.services.database.pool.query<{ n: number }>(
        'select count(*)::int as n from identity.otp_challenge where phone = $1',
        [phone],
      )
    ).rows[0]!.n;

  it.each(['/login', '/register', '/clinic-login', '/clinic-register'])(
    '%s leads back to the code that is open, from one step back with the same number',
    async (path) => {
      const typed = { phone: phone.slice(2), country: 'US' };
      expect(await send(path, typed)).toBe(302);
      const held = new Map(browser.cookies);
      expect(await browser.post(path, { intent: 'restart' })).toBe(302);
      const back = `${path}?step=phone`;
      expect(browser.location).toBe(back);
      expect(await browser.get(back)).toBe(200);
      expect(browser.html).toContain(`value="${showPhone(phone)}"`);
      expect(browser.html).toMatch(/<option value="US" selected=""/);
      expect(await send(back, typed)).toBe(302);
      expect(browser.location).toBe(path);
      expect(browser.cookies).toEqual(held);
      await browser.get(path);
      expect(browser.words).toContain(`We sent a six-digit code to ${showPhone(phone)}`);
      expect(await challenges()).toBe(1);
      const code = await codeOf(server.ctx(), phone);
      expect(await browser.post(path, { intent: 'verify', code })).toBe(302);
    },
  );

  it('sends another number its code from there, and a code that is over a new one', async () => {
    await send();
    await browser.post('/login', { intent: 'restart' });
    const other = newPhone();
    expect(await send(browser.location!, { phone: other })).toBe(302);
    await browser.get('/login');
    expect(browser.words).toContain(`We sent a six-digit code to ${showPhone(other)}`);
    await advance(server.services, minutes(6));
    expect(await send('/login?step=phone', { phone: other })).toBe(302);
    const code = await codeOf(server.ctx(), other);
    expect(await browser.post('/login', { intent: 'verify', code })).toBe(302);
  });

  it('says how long to wait when there are no more codes, and keeps the number', async () => {
    for (let i = 0; i < 3; i += 1) {
      await send();
      browser.cookies.clear();
      await advance(server.services, seconds(46));
    }
    expect(await send('/login', { country: 'US' })).toBe(429);
    expect(browser.words).toMatch(/You can ask for another one in 8 minutes/);
    expect(browser.html).toContain(`value="${phone}"`);
  });

  it('says that a code was sent again, without script too', async () => {
    await send();
    await advance(server.services, seconds(46));
    expect(await browser.post('/login', { intent: 'resend' })).toBe(302);
    const told = browser.location!;
    await browser.get(told);
    expect(browser.words).toContain('A new code was sent');
    expect(await browser.post(told, { intent: 'verify', code: '12' })).toBe(422);
  });

  it('reads a number as it is written in the country that is chosen', async () => {
    for (const { country, typed, read } of waysToType) {
      await server.services.database.pool.query('delete from platform.rate_limit');
      browser.cookies.clear();
      const status = await send('/login', { phone: typed, country });
      expect({ typed, country, status }).toEqual({ typed, country, status: read ? 302 : 422 });
      if (!read) continue;
      await browser.get('/login');
      expect(browser.words).toContain(`We sent a six-digit code to ${showPhone(read)}`);
    }
  });
});
