import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProofChallenge } from '#contracts/identity';
import { seconds } from '#platform/base/duration';
import { writeSetting } from '#platform/settings/settings';
import { smsPolicy } from '../../modules/identity/rules';
import { codeOf, newPhone } from '../../modules/identity/testing';
import { ApiBrowser } from '../kit/api-browser';
import { advance } from '../kit/clock';
import { FormBrowser } from '../kit/form-browser';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';
import { lightWork, pastCodes, setRisk, work } from '../kit/strangers';

let server: TestServer;
let phone: string;
beforeAll(async () => {
  server = await startTestServer({
    rates: { window: seconds(60), general: 1e9, auth: 1e9 },
  });
});
afterAll(() => server?.close());
beforeEach(async () => {
  await forgetLimits(server);
  await query('delete from identity.slow_lane_place');
  await query('delete from identity.otp_challenge');
  await query(`delete from platform.setting where key = '${smsPolicy.key}'`);
  await pastCodes(server, { dialCode: '1', unused: 20 });
  await setRisk(server, { unused: { atLeast: 20, ofUsed: 0.3 }, ...lightWork });
  phone = newPhone();
});

const query = (text: string) => server.services.database.pool.query(text);
const sentTo = async (number: string) =>
  (
    await server.services.database.pool.query<{ n: number }>(
      'select count(*)::int as n from identity.otp_challenge where phone = $1',
      [number],
    )
  ).rows[0]!.n;

describe.each([
  ['patient', '/auth'],
  ['clinic', '/clinic/auth'],
])('the calls of a %s under an alarm', (role, path) => {
  it('ask for work with 428, send for it once, and ask again for another code', async () => {
    const browser = new ApiBrowser(server);
    const refused = await browser.call('POST', `${path}/send-code`, { phoneNumber: phone });
    expect(refused).toMatchObject({
      status: 428,
      body: { success: false, code: 'proof_required', data: { challenge: { parameters: {} } } },
    });
    expect(refused.body.message).toContain('Solve the challenge');
    expect(browser.setCookies[0]).toMatch(new RegExp(`^${role}-challenge=[\\w-]{43}; .*HttpOnly`));
    expect(await sentTo(phone)).toBe(0);

    const { proof } = await work(refused.body.data!.challenge as ProofChallenge);
    const stranger = new ApiBrowser(server);
    const stolen = await stranger.call('POST', `${path}/send-code`, { phoneNumber: phone, proof });
    expect(stolen.status).toBe(428);

    const sent = await browser.call('POST', `${path}/send-code`, { phoneNumber: phone, proof });
    expect(sent).toMatchObject({ status: 200, body: { success: true } });
    expect(await sentTo(phone)).toBe(1);

    await advance(server.services, seconds(46));
    const resent = await browser.call('POST', `${path}/resend-code`, { phoneNumber: phone, proof });
    expect(resent.status).toBe(428);
    const more = await work(resent.body.data!.challenge as ProofChallenge);
    const again = await browser.call('POST', `${path}/resend-code`, {
      phoneNumber: phone,
      proof: more.proof,
    });
    expect(again.status).toBe(200);
    const otpCode = await codeOf(server.ctx(), phone);
    const verified = await browser.call('POST', `${path}/verify-code`, {
      phoneNumber: phone,
      otpCode,
    });
    expect(verified.status).toBe(200);
  });

  it('refuse a proof that is too long to be one', async () => {
    const proof = 'A'.repeat(5_000);
    const answer = await new ApiBrowser(server).call('POST', `${path}/send-code`, {
      phoneNumber: phone,
      proof,
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  });
});

it('the document of the API says what the challenge holds', async () => {
  const { paths } = (await (await server.request('/api/openapi.json')).json()) as {
    paths: Record<string, { post: { responses: Record<string, object> } }>;
  };
  const schema = JSON.stringify(paths['/auth/send-code']!.post.responses['428']);
  for (const word of ['proof_required', 'challenge', 'keyPrefix', 'signature', 'bound'])
    expect(schema).toContain(word);
});

describe.each([
  ['patient', '/login'],
  ['patient', '/register'],
  ['clinic', '/clinic-login'],
] as const)('a page of a %s without script at %s', (role, path) => {
  const form = (more: Record<string, string> = {}) => ({
    intent: 'send',
    phone,
    ...more,
  });
  const hidden = (html: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

  it('waits in line for a code and loses nothing typed', async () => {
    const browser = new FormBrowser(server);
    expect(await browser.go(path, form())).toMatchObject({ status: 302, to: path });
    expect(await sentTo(phone)).toBe(0);
    const page = await browser.go(path);
    expect(page.words).toContain('You are in line for your code');
    expect(page.words).toContain('It is your turn');
    // Where an account begins there is no passkey yet.
    expect(page.words.includes('passkey')).toBe(path !== '/register');
    expect(page.html).toMatch(/<noscript><meta http-equiv="refresh" content="\d+"/i);
    expect(hidden(page.html, 'phone')).toBe(phone);
    const ticket = hidden(page.html, 'ticket');
    expect(await browser.go(path, form({ ticket }))).toMatchObject({ status: 302, to: path });
    expect(await sentTo(phone)).toBe(1);
    const code = await codeOf(server.ctx(), phone);
    expect((await browser.go(path)).words).toContain('We sent a six-digit code to');
    expect((await browser.go(path, { intent: 'verify', code })).status).toBe(302);
    expect(browser.cookies.has(role)).toBe(true);
  });

  it('says how long, keeps the place while it looks, and lets nobody else use it', async () => {
    await setRisk(server, { lane: { perMinute: 6, placesPerAddress: 7 } });
    for (let i = 0; i < 6; i += 1) {
      const other = new FormBrowser(server);
      await other.go(path, { ...form(), phone: newPhone() });
      await other.go(path);
    }
    const browser = new FormBrowser(server);
    await browser.go(path, form());
    const page = await browser.go(path);
    expect(page.words).toContain('Your turn comes in less than a minute');
    expect(page.words).toContain('Look again');
    expect(hidden(page.html, 'ticket')).toBe('');
    expect((await browser.go(path, form())).status).toBe(302);
    expect((await browser.go(path)).words).toContain('You are in line for your code');
    expect((await new FormBrowser(server).go(path)).words).not.toContain('in line');
    expect(await sentTo(phone)).toBe(0);
    const { to } = await browser.go(path, { intent: 'restart' });
    const back = await browser.go(to!);
    expect(back.words).not.toContain('in line');
    expect(back.html).toContain(phone.slice(-4));
  });

  it('waits in line for another code too', async () => {
    const browser = new FormBrowser(server);
    await browser.go(path, form());
    const ticket = hidden((await browser.go(path)).html, 'ticket');
    await browser.go(path, form({ ticket }));
    await advance(server.services, seconds(61));
    expect((await browser.go(path, { intent: 'resend' })).status).toBe(302);
    const page = await browser.go(path);
    expect(page.words).toContain('We sent a six-digit code to');
    expect(page.words).toContain('It is your turn');
    const next = hidden(page.html, 'ticket');
    expect((await browser.go(path, { intent: 'resend', ticket: next })).status).toBe(302);
    expect(await sentTo(phone)).toBe(2);
  });
});

it('a page with a script is given the work, and a way into the line where it cannot do it', async () => {
  const browser = new FormBrowser(server);
  const ask = (more: Record<string, string> = {}) =>
    browser.go('/login.data', { intent: 'send', phone, ...more }, '*/*');
  const given = await ask();
  expect(given.status).toBe(428);
  expect(given.html).toContain('keyPrefix');
  expect(browser.cookies.has('patient-challenge')).toBe(true);
  expect(await sentTo(phone)).toBe(0);
  expect((await ask({ lane: 'on' })).html).toContain('/login');
  expect((await browser.go('/login')).words).toContain('You are in line for your code');
});

describe.each(['/login', '/clinic-login'])('%s says in calm words why no code is sent', (path) => {
  const ask = (number: string) =>
    new FormBrowser(server).go(path, { intent: 'send', phone: number });

  it('to a number outside the home markets', async () => {
    await pastCodes(server, { dialCode: '971', unused: 20 });
    const page = await ask('+971501234567');
    expect(page.status).toBe(429);
    expect(page.words).toContain('Codes to numbers of this country are on hold for now');
    expect(page.words).toContain('If you have set up a passkey');
    expect(page.html).toContain('971501234567');
  });

  it('above the cap of the site', async () => {
    await setRisk(server, { site: { perHour: 20, perDay: 1_000 } });
    const page = await ask(phone);
    expect(page.status).toBe(429);
    expect(page.words).toContain('More codes are being asked for than we can send right now');
    expect(page.words).toContain('If you have set up a passkey');
  });

  it('while the switch is off', async () => {
    await writeSetting(server.ctx(), smsPolicy, { enabled: false, countries: ['US'] });
    const page = await ask(phone);
    expect(page.status).toBe(503);
    expect(page.words).toContain('We are not sending codes at the moment');
    expect(page.words).toContain('If you have set up a passkey');
  });
});

it('a filled honeypot gets neither a code nor a place in the line', async () => {
  const browser = new FormBrowser(server);
  const page = await browser.go('/login', {
    intent: 'send',
    phone,
    website: 'http://x.example',
  });
  expect(page.status).toBe(200);
  const places = await query('select 1 from identity.slow_lane_place');
  expect(places.rowCount).toBe(0);
});
