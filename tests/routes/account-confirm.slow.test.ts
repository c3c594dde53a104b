import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minutes, seconds } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { runJobs } from '#engine/testing';
import { writeSetting } from '#platform/settings/settings';
import { registry } from '../../workflows/registry';
import { smsPolicy } from '../../modules/identity/rules';
import { codeOf, signedInPatient } from '../../modules/identity/testing';
import { signedInClinic } from '../kit/clinics';
import { advance } from '../kit/clock';
import { FormBrowser } from '../kit/form-browser';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ rates: { window: seconds(60), general: 1e9, auth: 1e9 } });
});
afterAll(() => server?.close());
beforeEach(async () => {
  await forgetLimits(server);
  await switchCodes(true);
});

const switchCodes = (enabled: boolean) =>
  writeSetting(server.ctx(), smsPolicy, { enabled, countries: ['US'] });

const roles = ['patient', 'clinic'] as const;
type Role = (typeof roles)[number];
const home = { patient: '/profile', clinic: '/clinic' } as const;

/** Signed in eleven minutes ago, in a browser without JavaScript: what is sensitive asks again. */
async function signedIn(role: Role): Promise<{ phone: string; browser: FormBrowser }> {
  const { token, phone } = await (role === 'patient'
    ? signedInPatient(server.ctx())
    : signedInClinic(server.ctx(), { state: 'pending' }));
  const browser = new FormBrowser(server);
  browser.cookies.set(role, token);
  await advance(server.services, minutes(11));
  return { phone, browser };
}

/** The link of the mail that went to an address. */
async function linkTo(email: string): Promise<string> {
  const sent = server.ports.sent.mail;
  sent.length = 0;
  await runJobs(server.services, registry);
  const mail = sent.find(({ to }) => to === email);
  return /\/email\?link=([\w.-]+)"/.exec(mail?.html ?? '')![1]!;
}

describe.each(roles)('a %s without JavaScript', (role) => {
  const confirm = `${home[role]}/confirm`;
  const email = `${home[role]}/email`;
  const proves = async (browser: FormBrowser, phone: string, path: string) => {
    await browser.go(path, { intent: 'send' });
    return browser.go(path, { intent: 'verify', code: await codeOf(server.ctx(), phone) });
  };
  const asksFor = (browser: FormBrowser, address: string) =>
    role === 'clinic'
      ? browser.go(email, { intent: 'change', email: address })
      : browser.go('/profile/personal', {
          intent: 'save',
          firstName: 'Sarah',
          lastName: 'Miller',
          email: address,
        });

  it('confirms with a code and goes on to where it was needed', async () => {
    const { phone, browser } = await signedIn(role);
    const path = `${confirm}?redirectTo=${encodeURIComponent(email)}`;
    expect((await browser.go(path)).words).toContain('Send a code');
    expect((await browser.go(path, { intent: 'send' })).to).toBe(path);
    const asked = await browser.go(path);
    expect(asked.words).toContain('We sent a six-digit code');
    expect(asked.words).toContain('you can ask for another');
    const right = await codeOf(server.ctx(), phone);
    const code = right === '000000' ? '000001' : '000000';
    const wrong = await browser.go(path, { intent: 'verify', code });
    expect([wrong.status, wrong.words]).toEqual([401, expect.stringContaining('4 tries left')]);
    const before = browser.cookies.get(role);
    const done = await browser.go(path, { intent: 'verify', code: right });
    expect([done.status, done.to]).toEqual([302, email]);
    expect(browser.cookies.get(role)).not.toBe(before);
    expect((await browser.go(confirm)).to).toBe(`${home[role]}/security`);
  });

  it('says why a code is gone after five wrong ones, and offers another', async () => {
    const { phone, browser } = await signedIn(role);
    await browser.go(confirm, { intent: 'send' });
    const right = await codeOf(server.ctx(), phone);
    const code = right === '000000' ? '000001' : '000000';
    for (let n = 0; n < 4; n += 1) await browser.go(confirm, { intent: 'verify', code });
    const { words } = await browser.go(confirm, { intent: 'verify', code });
    expect(words).toContain('Too many wrong tries');
    expect(words).toContain('Send a code');
  });

  it('goes on to no other site', async () => {
    const { phone, browser } = await signedIn(role);
    const path = `${confirm}?redirectTo=${encodeURIComponent('//evil.example')}`;
    expect((await proves(browser, phone, path)).to).toBe(`${home[role]}/security`);
  });

  it('reads at the first and at another code that codes are switched off', async () => {
    const [{ browser }, other] = [await signedIn(role), await signedIn(role)];
    await browser.go(confirm, { intent: 'send' });
    await advance(server.services, seconds(61));
    await switchCodes(false);
    const again = await browser.go(confirm, { intent: 'resend' });
    const first = await other.browser.go(confirm, { intent: 'send' });
    for (const { status, words } of [again, first]) {
      expect(status).toBe(503);
      expect(words).toContain('We are not sending codes at the moment');
      expect(words).not.toContain('Failed to resend');
    }
  });

  it('changes the address by a link and a fresh code, and can take it back', async () => {
    const { phone, browser } = await signedIn(role);
    const [other, third] = [`${newId()}@example.com`, `${newId()}@example.com`];
    await asksFor(browser, other);
    expect((await browser.go(email)).words).toContain(`${other} waits to be confirmed`);
    const here = `${email}?link=${await linkTo(other)}`;
    const link = new URLSearchParams(here.split('?')[1]).get('link')!;
    const asked = await browser.go(here);
    expect(asked.words).toContain('we first make sure that it is you');
    expect((await browser.go(here, { intent: 'confirm', link })).status).toBe(401);

    const to = /href="([^"]*\/confirm\?redirectTo=[^"]*)"/.exec(asked.html)![1]!;
    const proved = await proves(browser, phone, to.replaceAll('&amp;', '&'));
    expect(proved.to).toBe(here);
    expect((await browser.go(here)).words).toContain('Confirm this address');
    const done = await browser.go(here, { intent: 'confirm', link });
    expect(done.to).toBe(`${email}?confirmed`);
    const { words } = await browser.go(done.to!);
    expect(words).toContain('The address is confirmed.');
    expect(words).toContain(other);

    await asksFor(browser, third);
    const cancelled = await browser.go(email, { intent: 'cancel' });
    expect((await browser.go(cancelled.to!)).words).toContain('The old address stays.');
    expect((await browser.go(email)).words).not.toContain(third);
  });

  it("finds another account's link of no use", async () => {
    const { browser } = await signedIn(role);
    const address = `${newId()}@example.com`;
    await asksFor(browser, address);
    const link = await linkTo(address);
    const stranger = await signedIn(role);
    const seen = await stranger.browser.go(`${email}?link=${link}`);
    expect(seen.words).toContain('belongs to another account');
    expect(seen.words).not.toContain(address);
    await proves(stranger.browser, stranger.phone, confirm);
    const tried = await stranger.browser.go(email, { intent: 'confirm', link });
    expect(tried.status).toBeGreaterThanOrEqual(400);
    expect((await browser.go(email)).words).toContain(`${address} waits to be confirmed`);
  });
});

describe.each(['/login', '/clinic-login'])('another code at %s', (path) => {
  it('is refused in the words of the first one while codes are switched off', async () => {
    const browser = new FormBrowser(server);
    const { phone } = await signedIn(path === '/login' ? 'patient' : 'clinic');
    await browser.go(path, { intent: 'send', phone });
    await advance(server.services, seconds(61));
    await switchCodes(false);
    const again = await browser.go(path, { intent: 'resend' });
    expect(again.status).toBe(503);
    expect(again.words).toContain('We are not sending codes at the moment');
    expect(again.words).not.toContain('Failed to resend');
  });
});
