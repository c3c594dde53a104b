import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveStep } from '#modules/consultation';
import { agreesToTerms } from '#modules/identity';
import { minutes, seconds } from '#platform/base/duration';
import { runJobs } from '#engine/testing';
import { openMailer } from '#platform/ports/open-mailer';
import { openOutbox } from '#platform/ports/outbox';
import { openSms } from '#platform/ports/open-sms';
import { writeSetting } from '#platform/settings/settings';
import { formMinimumTime } from '#app/auth/form-guard.server';
import { codeOf, newPhone, outdate, signedInPatient } from '../../modules/identity/testing';
import { registry } from '../../workflows/registry';
import { advance, resetClock } from '../kit/clock';
import { startTestServer, type TestServer } from '../kit/http';
import { PageBrowser as Browser } from '../kit/page-browser';
import { liftSiteBudgets } from '../kit/identity';

describe('the sign-in pages', () => {
  let server: TestServer;
  let browser: Browser;
  let phone: string;
  beforeAll(async () => {
    server = await startTestServer();
    await liftSiteBudgets(server.ctx());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await resetClock(server.services);
    await server.services.database.pool.query('delete from platform.rate_limit');
    browser = new Browser(server);
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

  it.each(['/login', '/register'])('%s leads through three steps without script', async (path) => {
    const page = `${path}?redirectTo=%2Fmy-offers`;
    expect(await browser.get(page)).toBe(200);
    for (const link of [
      '/terms',
      '/privacy',
      '/clinic-login',
      path === '/login' ? '/register' : '/login',
    ])
      expect(browser.html).toContain(`href="${link}"`);
    expect(await send(page)).toBe(302);
    expect(browser.location).toBe(page);
    await browser.get(page);
    expect(browser.words).toContain(`We sent a six-digit code to`);
    expect(browser.words).toMatch(/ask for another 46 seconds after/);
    expect(browser.html).toMatch(
      /name="code"[^>]*autoComplete="one-time-code"|autoComplete="one-time-code"[^>]*name="code"/i,
    );
    const code = await codeOf(server.ctx(), phone);
    expect(await browser.post(page, { intent: 'verify', code })).toBe(302);
    await browser.get(page);
    expect(browser.words).toContain('Your profile');
    await browser.get(page);
    expect(browser.words).toContain('Your profile');
    const profile = { intent: 'profile', firstName: 'Sarah', lastName: '', email: 'nobody' };
    expect(await browser.post(page, profile)).toBe(422);
    expect(browser.words).toContain('Please agree to Terms and Conditions');
    expect(browser.words).toContain('Please enter your last name');
    expect(browser.words).toContain('Please enter a valid e-mail address');
    expect(browser.html).toContain('value="Sarah"');
    const whole = { ...profile, lastName: 'Miller', email: 's@example.com', terms: 'on' };
    expect(await browser.post(page, whole)).toBe(302);
    expect(browser.location).toBe('/my-offers');
    expect(await browser.get(path)).toBe(302);
    expect(browser.location).toBe('/consultation');
  });

  it('sends a known patient straight on', async () => {
    await signedInPatient(server.ctx(), { phone });
    await advance(server.services, minutes(1));
    await send();
    const code = await codeOf(server.ctx(), phone);
    expect(await browser.post('/login', { intent: 'verify', code, sharedDevice: 'on' })).toBe(302);
    expect(browser.location).toBe('/consultation');
  });

  it('leads a known patient to what waits, unless a page was asked for', async () => {
    const { ctx } = await signedInPatient(server.ctx(), { phone });
    await saveStep(ctx, {
      step: 1,
      expectedVersion: 0,
      events: () => [{ type: 'choose-category', category: 'dental' }, { type: 'next' }],
    });
    await advance(server.services, minutes(1));
    await send();
    const code = await codeOf(server.ctx(), phone);
    expect(await browser.post('/login', { intent: 'verify', code })).toBe(302);
    expect(browser.location).toBe('/my-offers');
    expect(await browser.get('/login')).toBe(302);
    expect(browser.location).toBe('/my-offers');
    await browser.get('/login?redirectTo=%2Fprofile');
    expect(browser.location).toBe('/profile');
    await browser.get('/my-offers');
    expect(browser.words).toContain('Continue your request (2 of 6)');
    const draftId = /name="draftId" value="([^"]+)"/.exec(browser.html)![1]!;
    // Another draft than the one that was on the page stays.
    const over = { intent: 'start-over', draftId: crypto.randomUUID() };
    await browser.post('/my-offers', over);
    await browser.get('/my-offers');
    expect(browser.words).toContain('Continue your request');
    expect(await browser.post('/my-offers', { ...over, draftId })).toBe(302);
    expect(browser.location).toBe('/consultation?step=1');
    await browser.get('/my-offers');
    expect(browser.words).not.toContain('Continue your request');
    await browser.get('/login');
    expect(browser.location).toBe('/consultation');
  });

  it('asks nobody for the terms before the code, and a patient once for each version', async () => {
    const { ctx } = await signedInPatient(server.ctx(), { phone });
    const enter = async () => {
      await advance(server.services, minutes(1));
      await server.services.database.pool.query('delete from platform.rate_limit');
      await browser.get('/login?redirectTo=%2Fprofile');
      expect(browser.html).not.toContain('name="terms"');
      await send('/login?redirectTo=%2Fprofile');
      const code = await codeOf(server.ctx(), phone);
      await browser.post('/login?redirectTo=%2Fprofile', { intent: 'verify', code });
      return browser.location;
    };
    expect(await enter()).toBe('/profile');
    for (const kind of ['terms', 'privacy'] as const) {
      await outdate(ctx, kind);
      browser.cookies.clear();
      const page = await enter();
      expect(page).toBe('/login?redirectTo=%2Fprofile');
      await browser.get(page!);
      expect(browser.words).toContain('Our terms have changed');
      expect(await browser.post(page!, { intent: 'agree' })).toBe(422);
      expect(browser.words).toContain('Please agree to Terms and Conditions');
      expect(await agreesToTerms(ctx)).toBe(false);
      expect(await browser.post(page!, { intent: 'agree', terms: 'on' })).toBe(302);
      expect(browser.location).toBe('/profile');
      expect(await agreesToTerms(ctx)).toBe(true);
      browser.cookies.clear();
      expect(await enter()).toBe('/profile');
    }
    browser.cookies.clear();
    expect(await browser.post('/login', { intent: 'agree', terms: 'on' })).toBe(401);
  });

  it('shows a number that is known and one that is not the same page before the code', async () => {
    await signedInPatient(server.ctx(), { phone });
    await advance(server.services, minutes(1));
    const shown = async (number: string) => {
      const visitor = new Browser(server);
      await visitor.post('/login', { intent: 'send', phone: number });
      await visitor.get('/login');
      const digits = new RegExp(`[+]?${[...number.slice(1)].join('\\D*')}`, 'g');
      return visitor.words.replace(digits, '').replace(/\d+ seconds?/g, '');
    };
    expect(await shown(phone)).toBe(await shown(newPhone()));
  });

  it('asks for a phone in the words of the product', async () => {
    expect(await browser.post('/login', { intent: 'send' })).toBe(422);
    expect(browser.words).toContain('Please enter a valid phone number');
    expect(await send('/login', { phone: '123' })).toBe(422);
    expect(browser.words).toContain('Please enter a valid phone number');
    expect(browser.html).toContain('value="123"');
    expect(await send('/login', { phone: '+19005551234' })).toBe(422);
    expect(browser.words).toContain('We cannot send codes to this kind of number');
  });

  it('explains wrong, short, expired and locked codes', async () => {
    await send();
    const right = await codeOf(server.ctx(), phone);
    const wrong = right === '000000' ? '000001' : '000000';
    const verify = (code: string) => browser.post('/login', { intent: 'verify', code });
    expect(await verify('12')).toBe(422);
    expect(browser.words).toContain('Please enter the complete 6-digit code');
    expect(await verify('')).toBe(422);
    expect(browser.words).toContain('Please enter the complete 6-digit code');
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
      expect(await verify(wrong)).toBe(401);
      expect(browser.words).toContain(`Invalid verification code – ${left} left`);
    }
    expect(await browser.post('/login', { intent: 'resend' })).toBe(429);
    expect(browser.words).toMatch(/You can ask for another one in \d+ seconds/);
    expect(await verify(wrong)).toBe(423);
    expect(browser.words).toContain('Too many wrong codes');
    expect(await verify(right)).toBe(423);
    for (let reload = 0; reload < 2; reload += 1) {
      expect(await browser.get('/login')).toBe(200);
      expect(browser.words).toContain('Too many wrong codes');
      expect(browser.words).toContain('Send a new code');
      expect(browser.html).not.toContain('name="code"');
      expect(browser.words).not.toContain('Resend code');
    }
    expect(await browser.post('/login', { intent: 'renew' })).toBe(429);
    expect(browser.words).toMatch(/You can ask for another one in \d+ seconds/);
    await advance(server.services, seconds(46));
    expect(await browser.post('/login', { intent: 'renew' })).toBe(302);
    await browser.get(browser.location!);
    expect(browser.words).toContain('A new code was sent');
    expect(browser.html).toContain('name="code"');
    await advance(server.services, minutes(6));
    expect(await verify(right)).toBe(410);
    expect(browser.words).toContain('This code has expired');
    expect(await browser.post('/login', { intent: 'resend' })).toBe(302);
    expect(await verify(await codeOf(server.ctx(), phone))).toBe(302);
  });

  it('keeps a profile while it is typed, for its phone only, until it is complete', async () => {
    await send();
    await browser.post('/login', { intent: 'verify', code: await codeOf(server.ctx(), phone) });
    const typed = { intent: 'keep-profile', writer: crypto.randomUUID(), email: 'not yet' };
    const keep = (who: Browser, firstName: string, turn: string) =>
      who.post('/login.data', { ...typed, firstName, turn });
    expect(await keep(browser, 'Sarah', '2')).toBe(200);
    expect(await keep(browser, 'Sa', '1')).toBe(200);
    expect(await keep(new Browser(server), 'Eve', '3')).toBe(401);
    await browser.get('/login');
    for (const value of ['Sarah', 'not yet']) expect(browser.html).toContain(`value="${value}"`);
    const kept = async () =>
      (
        await server.services.database.pool.query(
          'select 1 from identity.profile_draft where phone = $1',
          [phone],
        )
      ).rowCount;
    expect(await kept()).toBe(1);
    const whole = { firstName: 'Sarah', lastName: 'Miller', email: 's@example.com', terms: 'on' };
    expect(await browser.post('/login', { intent: 'profile', ...whole })).toBe(302);
    expect(await kept()).toBe(0);
  });

  it('keeps a profile on the page when its verification ran out', async () => {
    await send();
    await browser.post('/login', { intent: 'verify', code: await codeOf(server.ctx(), phone) });
    await advance(server.services, minutes(31));
    const profile = {
      intent: 'profile',
      firstName: 'Sarah',
      lastName: 'Miller',
      email: 's@example.com',
      terms: 'on',
    };
    expect(await browser.post('/login', profile)).toBe(401);
    expect(browser.words).toContain('Your verification has expired, but nothing you typed is lost');
    for (const value of ['Sarah', 'Miller', 's@example.com'])
      expect(browser.html).toContain(`value="${value}"`);
    await send();
    await browser.post('/login', { intent: 'verify', code: await codeOf(server.ctx(), phone) });
    expect(await browser.post('/login', profile)).toBe(302);
    expect(browser.location).toBe('/consultation');
  });

  it('does not skip a step', async () => {
    const profile = {
      intent: 'profile',
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.com',
      terms: 'on',
    };
    expect(await browser.post('/login', profile)).toBe(401);
    expect(await browser.post('/login', { intent: 'verify', code: '123456' })).toBe(401);
    expect(await browser.post('/login', { intent: 'resend' })).toBe(401);
    expect(await browser.post('/login', { intent: 'proof', code: '123456' })).toBe(401);
    expect(await browser.post('/login', { intent: 'nothing' })).toBe(400);
  });

  it('stays on the site, whatever redirectTo says', async () => {
    await signedInPatient(server.ctx(), { phone });
    await advance(server.services, minutes(1));
    const page = '/login?redirectTo=%2F%2Fevil.example';
    await send(page);
    await browser.post(page, { intent: 'verify', code: await codeOf(server.ctx(), phone) });
    expect(browser.location).toBe('/consultation');
  });

  it('looks the same to a machine that fills in everything, and sends it nothing', async () => {
    expect(await send('/login', { website: 'https://spam.example' })).toBe(200);
    expect(await challenges()).toBe(0);
    await writeSetting(server.ctx(), formMinimumTime, seconds(1));
    await browser.get('/login');
    const stamp = /name="stamp" value="([^"]+)"/.exec(browser.html)![1]!;
    expect(await send('/login', { stamp })).toBe(200);
    expect(await send('/login', {})).toBe(200);
    expect(await send('/login', { stamp: `1${stamp.slice(1)}` })).toBe(200);
    expect(await challenges()).toBe(0);
    await advance(server.services, seconds(1));
    expect(await send('/login', { stamp })).toBe(302);
    expect(await challenges()).toBe(1);
    await writeSetting(server.ctx(), formMinimumTime, seconds(0));
  });

  it('sign out by a form, and ask who only follows a link', async () => {
    const { token } = await signedInPatient(server.ctx(), { phone });
    browser.cookies.set('patient', token);
    expect(await browser.get('/logout')).toBe(200);
    expect(browser.cookies.has('patient')).toBe(true);
    expect(await browser.post('/logout', {})).toBe(302);
    expect(browser.location).toBe('/');
    expect(browser.cookies.has('patient')).toBe(false);
    browser.cookies.set('patient', token);
    expect(await browser.get('/login')).toBe(200);
  });

  describe('/dev/outbox', () => {
    it('shows what was sent, as a page and as JSON', async () => {
      const { env } = server.services;
      Object.assign(server.services.ports, { sms: openSms(env), mailer: openMailer(env) });
      await send();
      const code = await codeOf(server.ctx(), phone);
      await runJobs(server.services, registry);
      expect(await browser.get('/dev/outbox')).toBe(200);
      expect(browser.words).toContain(`${code} is your verification code`);
      for (const query of [`?to=${phone}`, `?to=${encodeURIComponent(phone)}`]) {
        expect(await browser.get(`/dev/outbox.json${query}`)).toBe(200);
        expect(JSON.parse(browser.html)).toMatchObject([
          { channel: 'sms', to: phone, subject: null },
        ]);
      }
      await browser.get('/dev/outbox.json?to=+19998887777');
      expect(JSON.parse(browser.html)).toEqual([]);
    });

    it('shows an e-mail as its program would, where nothing of it can run', async () => {
      const html = '<!doctype html><title>Hi</title><p style="color:red">Hello</p>';
      const mail = { to: 'a@example.com', subject: 'Hi', text: 'Hello', html, key: 'k' };
      await openMailer(server.services.env).send(mail);
      await browser.get('/dev/outbox');
      const [, target] = /href="(\/dev\/outbox\/[\w-]+\.html)"/.exec(browser.html)!;
      const answer = await server.request(target!);
      expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('Content-Security-Policy')).toMatch(
        /^sandbox .*default-src 'none'/,
      );
      expect(await answer.text()).toBe(html);
      expect(await browser.get('/dev/outbox.json?to=a@example.com')).toBe(200);
      const [listed, ...others] = JSON.parse(browser.html) as object[];
      expect(others).toEqual([]);
      expect(Object.keys(listed!).sort()).toEqual(['at', 'channel', 'subject', 'text', 'to']);
      for (const name of ['x.html', target!.slice(12, -5), '..%2Foutbox.html'])
        expect(await browser.get(`/dev/outbox/${name}`), name).toBe(404);
    });

    it('is not there in production', async () => {
      const production = await startTestServer({ parsed: { mode: 'production' } });
      const visitor = new Browser(production);
      expect(await visitor.get('/dev/outbox')).toBe(404);
      expect(await visitor.get('/dev/outbox.json')).toBe(404);
      expect(await visitor.get('/dev/outbox.json?to=x')).toBe(404);
      const { env } = production.services;
      const mail = { to: 'a@example.com', subject: 'Hi', text: 'Hello', html: '<p>', key: 'k' };
      await openMailer(env).send(mail);
      const [kept] = await openOutbox(path.resolve(env.DATA_DIR, 'outbox')).list();
      expect(await visitor.get(`/dev/outbox/${kept!.id}.html`)).toBe(404);
      await production.close();
    });
  });
});
