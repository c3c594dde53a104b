import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { ApiPatient } from './kit/api-patient';
import { query } from './kit/database';
import { expect, test } from './kit/test';

const preferences = '/notifications/preferences';
const endpointOf = () => `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;

/**
 * A push service that gives this browser an address, and a count of how often the person was asked. A headless browser says
 * `denied` also where it was granted.
 */
const giveService = (page: Page, endpoint = endpointOf()) =>
  page.addInitScript((address) => {
    const given = Object.assign(window, { asked: 0 });
    const own = Notification.requestPermission.bind(Notification);
    Object.defineProperty(Notification, 'permission', {
      configurable: true,
      get: () => 'granted',
    });
    Notification.requestPermission = () => {
      given.asked += 1;
      return own();
    };
    const text = (bytes: Uint8Array) =>
      btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
    PushManager.prototype.getSubscription = () => Promise.resolve(null);
    PushManager.prototype.subscribe = async () => {
      const curve = { name: 'ECDH', namedCurve: 'P-256' };
      const { publicKey } = await crypto.subtle.generateKey(curve, true, ['deriveBits']);
      const point = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
      const auth = crypto.getRandomValues(new Uint8Array(16));
      const keys = { p256dh: text(point), auth: text(auth) };
      return { toJSON: () => ({ endpoint: address, keys }) } as unknown as PushSubscription;
    };
  }, endpoint);

const asked = (page: Page) => page.evaluate(() => (window as unknown as { asked: number }).asked);

async function signedIn(page: Page, baseURL: string): Promise<void> {
  const patient = new ApiPatient(baseURL);
  await patient.signIn();
  await patient.enters(page.context());
}

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly lang: string;
  readonly tag: string;
}

/** The background worker's scope, with what {@link Devtools} notes there. */
interface Scope extends EventTarget {
  readonly registration: {
    showNotification: (title: string, options: Omit<Shown, 'title'>) => Promise<void>;
  };
  readonly clients: { openWindow: (to: string) => Promise<null> };
  shown?: Shown[];
}

/**
 * Hands pushes to the site's background worker by the browser's developer tools, from a page that is not ours. A headless
 * browser has no place to show a notification and refuses it, so what the worker shows is noted in its scope.
 */
class Devtools {
  private constructor(
    private readonly context: BrowserContext,
    private readonly session: CDPSession,
    private readonly origin: string,
    private readonly registrationId: string,
  ) {}

  static async open(context: BrowserContext, origin: string): Promise<Devtools> {
    const session = await context.newCDPSession(await context.newPage());
    const known = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
        if (own) resolve(own.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    return new Devtools(context, session, origin, await known);
  }

  async push(data: object): Promise<void> {
    await this.worker.evaluate(() => {
      const scope = self as unknown as Scope;
      if (scope.shown) return;
      scope.shown = [];
      scope.registration.showNotification = (title, options) => {
        const others = scope.shown!.filter(({ tag }) => tag !== options.tag);
        scope.shown = [...others, { ...options, title }];
        return Promise.resolve();
      };
    });
    const { origin, registrationId } = this;
    const payload = { origin, registrationId, data: JSON.stringify(data) };
    await this.session.send('ServiceWorker.deliverPushMessage', payload);
  }

  get worker(): Worker {
    return this.context.serviceWorkers().at(-1)!;
  }

  shown(): Promise<Array<Pick<Shown, 'title' | 'body' | 'lang'>>> {
    return this.worker.evaluate(() => {
      const { shown = [] } = self as unknown as Scope;
      return shown.map(({ title, body, lang }) => ({ title, body, lang }));
    });
  }

  /** As the person taps the first notification; which page that opens. */
  tap(): Promise<string[]> {
    return this.worker.evaluate(() => {
      const scope = self as unknown as Scope;
      const opened: string[] = [];
      // Windows open after a tap of a person alone, which no test can make.
      scope.clients.openWindow = (to) => Promise.resolve((opened.push(to), null));
      const [first] = scope.shown ?? [];
      const close = () => (scope.shown = scope.shown!.filter((one) => one !== first));
      const notification = { ...first, close };
      const event = Object.assign(new Event('notificationclick'), { notification });
      scope.dispatchEvent(Object.assign(event, { waitUntil: () => undefined }));
      return opened;
    });
  }
}

test('a browser is asked after a tap, shows news while no page is open, and opens what they are about', async ({
  page,
  context,
  baseURL,
  expectAccessible,
}) => {
  const endpoint = endpointOf();
  await context.grantPermissions(['notifications'], { origin: baseURL });
  await giveService(page, endpoint);
  await signedIn(page, baseURL!);
  await page.goto(preferences);
  const here = page.getByRole('button', { name: 'Notify this browser' });
  await expect(here).toBeVisible();
  await expectAccessible();
  expect(await asked(page)).toBe(0);
  await here.click();
  await expect(page.getByText('This browser is notified.')).toBeVisible();
  expect(await asked(page)).toBe(1);
  await expect(page.getByText('(this browser)')).toBeVisible();
  await expectAccessible();
  const rows = () =>
    query(`select maker from webhooks.receiver where address_hash = sha256($1::bytea)`, [
      Buffer.from(endpoint),
    ]);
  expect(await rows()).toEqual([{ maker: 'google' }]);

  const devtools = await Devtools.open(context, baseURL!);
  await page.goto('about:blank');
  const id = randomUUID();
  await devtools.push({ kind: 'patient.offers.made', id });
  await expect
    .poll(() => devtools.shown())
    .toEqual([
      { title: 'Salvia', body: 'A clinic made you an offer on your request.', lang: 'en' },
    ]);
  expect(await devtools.tap()).toEqual([`/offer/${id}`]);
  await expect.poll(() => devtools.shown()).toEqual([]);

  // What another release sends, or a stranger: the list of notifications, in words of ours.
  await devtools.push({ kind: 'patient.of-tomorrow', id, url: 'https://evil.example/' });
  await expect
    .poll(() => devtools.shown())
    .toMatchObject([{ body: 'There is news in your account.' }]);
  expect(await devtools.tap()).toEqual(['/notifications']);

  // In the language that was read last on this device.
  await page.goto('/tr/about');
  await page.waitForLoadState('networkidle');
  await page.goto('about:blank');
  await devtools.push({ kind: 'patient.offers.made', id });
  await expect.poll(() => devtools.shown()).toMatchObject([{ lang: 'tr' }]);

  await page.goto('/notifications');
  await page.getByRole('banner').getByText('Account', { exact: true }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect.poll(rows).toEqual([]);
});

test('a browser that cannot be notified, or may not, says why; one is removed by a tap', async ({
  page,
  context,
  baseURL,
  expectAccessible,
}) => {
  await signedIn(page, baseURL!);
  await context.grantPermissions(['notifications'], { origin: baseURL });
  await giveService(page);
  await page.goto(preferences);
  await page.getByRole('button', { name: 'Notify this browser' }).click();
  await page.getByRole('button', { name: /^Remove: Chrome/ }).click();
  await expect(page.getByRole('button', { name: 'Notify this browser' })).toBeVisible();

  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await page.reload();
  await expect(page.getByText('does not allow notifications of this site')).toBeVisible();
  await expectAccessible();
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
  });
  await page.reload();
  await expect(page.getByText('This browser cannot be notified.')).toBeVisible();
  expect(await page.getByRole('button', { name: 'Notify this browser' }).count()).toBe(0);
});

test('quiet hours are set, corrected and ended', async ({
  page,
  baseURL,
  expectAccessible,
  expectedErrors,
}) => {
  expectedErrors.push(/422/);
  await signedIn(page, baseURL!);
  await page.goto(preferences);
  await expect(page.getByText('Your browsers show news at any time.')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('22:00');
  await page.getByRole('button', { name: 'Save quiet hours' }).click();
  await expect(page.getByRole('link', { name: 'Choose a time zone.' })).toBeVisible();
  await expectAccessible();
  await page.getByLabel('To', { exact: true }).fill('07:30');
  await page.getByLabel('Time zone').selectOption('Europe/Istanbul');
  await page.getByRole('button', { name: 'Save quiet hours' }).click();
  await expect(page.getByText('Quiet from 22:00 to 07:30 (Europe/Istanbul).')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Choose a time zone.' })).toBeHidden();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('07:30');
  await page.getByRole('button', { name: 'No quiet hours' }).click();
  await expect(page.getByText('Your browsers show news at any time.')).toBeVisible();
});
