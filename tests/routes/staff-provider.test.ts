import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSignInProvider } from '#platform/ports/open-sign-in-provider';
import { minutes } from '#platform/base/duration';
import { clearSetting, writeSetting } from '#platform/settings/settings';
import { staffProviderSwitch } from '#modules/identity';
import {
  enrolledStaff,
  signedInStaff,
  type SignedInStaff,
  staffCode,
} from '../../modules/identity/testing';
import { ApiBrowser } from '../kit/api-browser';
import { advance, resetClock } from '../kit/clock';
import { startTestServer, type TestServer } from '../kit/http';
import { signInAtProvider, startProvider, type TestProvider } from '../kit/provider';

const { key: switchKey } = staffProviderSwitch;

/** The real provider of `oidc-provider`, on a port of this machine. */
let provider: TestProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startProvider();
  server = await startTestServer({ env: provider.env });
  provider.allow(`${server.url}/admin/provider-return`);
  Object.assign(server.services.ports, {
    signInProvider: openSignInProvider(server.services.env),
  });
});
afterAll(async () => {
  await server?.close();
  await provider?.close();
});
beforeEach(async () => {
  await resetClock(server.services);
  for (const rows of [
    'delete from platform.rate_limit',
    'delete from identity.staff_provider_link',
    'update identity.staff_account set disabled_at = now()',
  ])
    await server.services.database.pool.query(rows);
  await clearSetting(server.ctx(), switchKey);
  provider.accounts.clear();
});

const browserOf = (token?: string) => {
  const browser = new ApiBrowser(server);
  if (token) browser.cookies.set('staff', token);
  return browser;
};
interface Person extends SignedInStaff {
  readonly browser: ApiBrowser;
}
const person = async (role: 'reviewer' | 'admin' = 'reviewer'): Promise<Person> => {
  const staff = await signedInStaff(server.ctx(), { role });
  return { ...staff, browser: browserOf(staff.token) };
};

type Answer = Awaited<ReturnType<ApiBrowser['call']>>;
const addressOf = ({ status, body }: Answer): string => {
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data!.address as string;
};
/** Goes from a call of ours to the provider, signs in there, and brings what it says back. */
const goRound = async (browser: ApiBrowser, path: string, account: string): Promise<Answer> => {
  const back = await signInAtProvider(addressOf(await browser.call('POST', path)), account);
  return browser.call('POST', '/admin/login/provider/return', back);
};
const signIn = (account: string, browser = browserOf()) =>
  goRound(browser, '/admin/login/provider', account);
const link = ({ browser }: Person, account: string) =>
  goRound(browser, '/admin/provider/link', account);
const stepsUp = async ({ browser, totpSecret }: Person, steps = 0) =>
  browser.call('POST', '/admin/step-up', {
    code: await staffCode(server.ctx(), totpSecret, steps),
  });
const turn = (browser: ApiBrowser, value: string, version?: string) =>
  browser.call('POST', `/admin/settings/${switchKey}/change`, { value, version });
/** An admin who has linked, tried and switched it on. */
const switchedOn = async (): Promise<Person> => {
  const admin = await person('admin');
  provider.accounts.set('root', { groups: ['clinic-admins'] });
  expect((await link(admin, 'root')).status).toBe(200);
  expect((await goRound(admin.browser, '/admin/provider/trial', 'root')).status).toBe(200);
  expect((await stepsUp(admin)).status).toBe(200);
  expect((await turn(admin.browser, 'on')).status).toBe(200);
  return admin;
};
const code = ({ status, body }: Answer) => `${status} ${body.code ?? 'ok'}`;

describe('switching the provider on', () => {
  it('takes an admin who has just signed in with it, and a fresh factor of ours', async () => {
    const admin = await person('admin');
    const { browser } = admin;
    expect((await browser.call('GET', '/admin/provider')).body.data).toEqual({
      ...{ host: new URL(provider.issuer).host, state: 'off', linkedAt: null },
      ...{ mayLink: true, mayTry: false, switchUntil: null },
    });
    const refused = await turn(browser, 'on');
    expect(code(refused)).toBe('422 validation_failed');
    expect(refused.body.errors).toEqual({
      value: [expect.stringMatching(/^Sign in with the prov/)],
    });

    provider.accounts.set('root', { groups: ['others', 'clinic-admins'] });
    expect(code(await browser.call('POST', '/admin/provider/trial'))).toBe('409 event_refused');
    expect((await link(admin, 'root')).body).toMatchObject({ data: { purpose: 'link' } });
    expect(code(await turn(browser, 'on'))).toBe('422 validation_failed');
    const tried = await goRound(browser, '/admin/provider/trial', 'root');
    expect(tried.body).toMatchObject({ data: { purpose: 'trial' } });
    expect(tried.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=28800$/),
      expect.stringMatching(/^staff-provider=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/),
    ]);
    expect((await browser.call('GET', '/admin/provider')).body.data).toMatchObject({
      ...{ state: 'tried', switchUntil: expect.any(String) },
    });
    expect(code(await turn(browser, 'on'))).toBe('401 step_up');
    await stepsUp(admin);
    const { body } = await browser.call('GET', `/admin/settings/${switchKey}`);
    const { version } = body as unknown as { version: string };
    expect(code(await turn(browser, 'on', 'of-another-look'))).toBe('409 version_conflict');
    expect(code(await turn(browser, 'on', version))).toBe('200 ok');
    await expect(server).toBeAudited('settings.changed', {
      ...{ objectId: switchKey, actor: `staff:${admin.id}` },
      facts: { before: '"off"', after: '"on"' },
    });
    expect((await browserOf().call('GET', '/admin/login/provider')).body.data).toEqual({
      host: new URL(provider.issuer).host,
    });
  });

  it('is too late ten minutes after, and after a sign-in of our own', async () => {
    const admin = await person('admin');
    provider.accounts.set('root', { groups: ['clinic-admins'] });
    await link(admin, 'root');
    await goRound(admin.browser, '/admin/provider/trial', 'root');
    await advance(server.services, minutes(11));
    await stepsUp(admin);
    expect(code(await turn(admin.browser, 'on'))).toBe('422 validation_failed');
    await goRound(admin.browser, '/admin/provider/trial', 'root');
    const { email, password, totpSecret } = admin;
    const again = await admin.browser.call('POST', '/admin/login', {
      ...{ email, password, code: await staffCode(server.ctx(), totpSecret, 1) },
    });
    expect(code(again)).toBe('200 ok');
    expect(code(await turn(admin.browser, 'on'))).toBe('422 validation_failed');
  });

  it('is undone with a fresh factor by any admin', async () => {
    await switchedOn();
    const other = await person('admin');
    await advance(server.services, minutes(11));
    expect(code(await turn(other.browser, 'off'))).toBe('401 step_up');
    await stepsUp(other);
    expect(code(await turn(other.browser, 'off'))).toBe('200 ok');
    expect((await browserOf().call('GET', '/admin/login/provider')).body.data).toEqual({
      host: null,
    });
    expect(code(await browserOf().call('POST', '/admin/login/provider'))).toBe('409 provider_off');
  });

  it('is nobody else’s', async () => {
    const { browser } = await person('reviewer');
    expect(code(await turn(browser, 'on'))).toBe('403 forbidden');
    expect(code(await browser.call('POST', '/admin/provider/trial'))).toBe('403 forbidden');
    expect(code(await browser.call('POST', '/admin/provider/link'))).toBe('409 provider_off');
    for (const [method, path] of [
      ['GET', '/admin/provider'],
      ['POST', '/admin/provider/link'],
      ['POST', '/admin/provider/trial'],
      ['DELETE', '/admin/provider/link'],
    ] as const)
      expect(code(await browserOf().call(method, path))).toBe('401 unauthenticated');
  });
});

describe('a sign-in with the provider', () => {
  it('lets a linked person in with the role of the groups, and the own way stays open', async () => {
    await switchedOn();
    const ann = await person();
    provider.accounts.set('ann', { groups: ['clinic-helpers'] });
    expect((await link(ann, 'ann')).body).toMatchObject({ data: { purpose: 'link' } });
    const browser = browserOf();
    expect((await signIn('ann', browser)).body).toMatchObject({ data: { purpose: 'sign-in' } });
    const identity = await browser.call('GET', '/admin/identity');
    expect(identity.body.data).toMatchObject({ id: ann.id, role: 'reviewer' });
    const passkeys = await browser.call('POST', '/admin/passkeys/options');
    expect(code(passkeys)).toBe('401 step_up');
    await expect(server).toBeAudited('identity.staff-sign-in', {
      ...{ actor: `staff:${ann.id}`, outcome: 'ok' },
      facts: { by: 'provider' },
    });
    const { email, password, totpSecret } = ann;
    const own = await browserOf().call('POST', '/admin/login', {
      ...{ email, password, code: await staffCode(server.ctx(), totpSecret) },
    });
    expect(code(own)).toBe('200 ok');
  });

  it('follows the groups: they give, change and withhold a role, and spare the last admin', async () => {
    const root = await switchedOn();
    const ann = await person();
    provider.accounts.set('ann', { groups: 'clinic-reviewers' });
    await link(ann, 'ann');
    const roleAfter = async (account: string, groups: string[]) => {
      provider.accounts.set(account, { groups });
      const browser = browserOf();
      const answer = await signIn(account, browser);
      if (answer.status !== 200) return code(answer);
      return (await browser.call('GET', '/admin/identity')).body.data!.role;
    };
    expect(await roleAfter('ann', ['clinic-admins'])).toBe('admin');
    expect(await roleAfter('root', ['clinic-reviewers'])).toBe('reviewer');
    expect(await roleAfter('ann', ['clinic-reviewers'])).toBe('admin');
    expect(await roleAfter('ann', ['others'])).toBe('403 provider_no_role');
    expect(await roleAfter('root', ['clinic-admins'])).toBe('admin');
    expect(await roleAfter('ann', ['clinic-reviewers'])).toBe('reviewer');
    await expect(server).toBeAudited('identity.staff-role-kept', { objectId: ann.id });
    await expect(server).toBeAudited('identity.staff-role-changed', {
      objectId: root.id,
      facts: { from: 'admin', to: 'reviewer', source: 'provider' },
    });
  });

  it('of somebody who is not linked makes no account', async () => {
    await switchedOn();
    provider.accounts.set('stranger', { groups: ['clinic-admins'] });
    const before = await server.services.database.pool.query(
      'select id from identity.staff_account',
    );
    const answer = await signIn('stranger');
    expect(code(answer)).toBe('403 provider_unlinked');
    expect(answer.body.message).toMatch(/belongs to no account here/);
    const after = await server.services.database.pool.query(
      'select id from identity.staff_account',
    );
    expect(after.rows).toHaveLength(before.rows.length);
  });

  it('is refused with another nonce, another state, a code that was used, and a word that was not given', async () => {
    await switchedOn();
    const browser = browserOf();
    const begin = async () => addressOf(await browser.call('POST', '/admin/login/provider'));
    const comesBack = (body: object) => browser.call('POST', '/admin/login/provider/return', body);
    const nonce = new URL(await begin());
    nonce.searchParams.set('nonce', 'of-another-round');
    const spoilt = await signInAtProvider(nonce.href, 'root');
    expect(code(await comesBack(spoilt))).toBe('401 provider_refused');

    const back = await signInAtProvider(await begin(), 'root');
    expect(code(await comesBack({ ...back, state: 'of-another-round' }))).toBe(
      '401 provider_refused',
    );
    expect(code(await comesBack(back))).toBe('200 ok');
    expect(code(await comesBack(back))).toBe('401 provider_refused');
    const { state } = await signInAtProvider(await begin(), 'root');
    expect(code(await comesBack({ ...back, state }))).toBe('401 provider_refused');

    const refused = await signInAtProvider(await begin(), '');
    expect(refused.error).toBe('access_denied');
    expect(code(await comesBack(refused))).toBe('401 provider_refused');
    expect(code(await comesBack({ code: 'c' }))).toBe('422 validation_failed');
    expect(JSON.stringify(server.logged)).not.toContain(back.code);
  });

  it('begun in one browser is worth nothing in another', async () => {
    await switchedOn();
    const [one, other] = [browserOf(), browserOf()];
    const back = await signInAtProvider(
      addressOf(await one.call('POST', '/admin/login/provider')),
      'root',
    );
    expect(code(await other.call('POST', '/admin/login/provider/return', back))).toBe(
      '401 provider_refused',
    );
    await other.call('POST', '/admin/login/provider');
    expect(code(await other.call('POST', '/admin/login/provider/return', back))).toBe(
      '401 provider_refused',
    );
    expect(code(await one.call('POST', '/admin/login/provider/return', back))).toBe('200 ok');
  });

  it('comes back to the address of our own name, whatever is asked', async () => {
    await switchedOn();
    const begun = await browserOf().call('POST', '/admin/login/provider', undefined, {
      'X-Forwarded-Host': 'evil.example',
    });
    const { searchParams } = new URL(addressOf(begun));
    expect(searchParams.get('redirect_uri')).toBe(`${server.url}/admin/provider-return`);
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^staff-provider=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
      ),
    ]);
  });
});

it('a provider that is away is said to be, and password and code go on', async () => {
  const gone = await startProvider();
  const own = await startTestServer({ env: gone.env });
  try {
    gone.allow(`${own.url}/admin/provider-return`);
    Object.assign(own.services.ports, { signInProvider: openSignInProvider(own.services.env) });
    await writeSetting(own.ctx(), staffProviderSwitch, 'on');
    const browser = new ApiBrowser(own);
    expect(code(await browser.call('POST', '/admin/login/provider'))).toBe('200 ok');
    await gone.close();
    const away = await browser.call('POST', '/admin/login/provider');
    expect(code(away)).toBe('503 provider_away');
    expect(away.body.message).toMatch(/does not answer at the moment. Please sign in another way/);
    const { email, password, totpSecret } = await enrolledStaff(own.ctx());
    const entered = await browser.call('POST', '/admin/login', {
      ...{ email, password, code: await staffCode(own.ctx(), totpSecret) },
    });
    expect(code(entered)).toBe('200 ok');
  } finally {
    await own.close();
    await gone.close().catch(() => undefined);
  }
});

it('without a provider in the settings there is none to link, to try or to sign in with', async () => {
  const own = await startTestServer();
  try {
    const admin = await signedInStaff(own.ctx(), { role: 'admin' });
    const browser = new ApiBrowser(own);
    browser.cookies.set('staff', admin.token);
    expect((await browser.call('GET', '/admin/login/provider')).body.data).toEqual({ host: null });
    expect((await browser.call('GET', '/admin/provider')).body.data).toMatchObject({
      ...{ host: null, state: 'off', mayLink: false, mayTry: false },
    });
    for (const path of ['/admin/provider/link', '/admin/provider/trial', '/admin/login/provider'])
      expect(code(await browser.call('POST', path))).toBe('409 provider_off');
    const on = await browser.call('POST', `/admin/settings/${switchKey}/change`, { value: 'on' });
    expect(code(on)).toBe('422 validation_failed');
  } finally {
    await own.close();
  }
});
