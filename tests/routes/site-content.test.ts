import type { Express } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#app/http/create-app';
import { listen, type Listening } from '#app/http/listen';
import {
  confirmClaim,
  publishDraft,
  restoreVersion,
  saveDraft,
  watchContent,
} from '#modules/content';
import { siteFigures } from '#workflows';
import { now } from '#platform/time/clock';
import type { Services } from '#platform/context';
import { openDatabase } from '#platform/database/db';
import { after, days, hours, type Duration } from '#platform/base/duration';
import { databaseOptions } from '#platform/process/services';
import { countFigures } from '../../workflows/site-figures';
import { wordsOf } from '../kit/browse';
import { signedInClinic, someReviewer } from '../kit/clinics';
import { plansOf } from '../kit/plans';
import { sourceBuild } from '../kit/server-build';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
let second: Listening;
let elsewhere: Services['database'];
beforeAll(async () => {
  server = await startTestServer();
  const { env } = server.services;
  second = await listen(((req, res) => app(req, res)) as Express, 0, '127.0.0.1');
  elsewhere = openDatabase({ ...databaseOptions(env), onError: () => undefined });
  const origins = [...env.origins, `http://127.0.0.1:${second.port}`];
  const services = { ...server.services, database: elsewhere, env: { ...env, origins } };
  const app = createApp({ services, build: await sourceBuild() });
  watchContent(server.services);
  watchContent(services);
});
afterAll(async () => {
  await second.stop();
  await elsewhere.close();
  await server.close();
});

const there = async (path: string) =>
  (await fetch(`http://127.0.0.1:${second.port}${path}`)).text();
const here = async (path: string) => (await server.request(path)).text();
const staff = () => server.ctx(someReviewer('admin'));

async function publish(key: string, value: unknown): Promise<void> {
  await saveDraft(staff(), { key, value });
  await publishDraft(staff(), { key });
}

describe('what staff change', () => {
  it('is on the pages of every process within a second, kept ones too', async () => {
    for (const path of ['/', '/about', '/contact']) await there(path);
    for (const email of ['first@example.org', 'second@example.org']) {
      await publish('contact', { email, phone: null, address: null });
      const published = performance.now();
      for (const path of ['/', '/about'])
        await expect.poll(() => there(path), { timeout: 1_000, interval: 20 }).toContain(email);
      expect(performance.now() - published).toBeLessThan(2_000);
      expect(await here('/about')).toContain(email);
    }
    await restoreVersion(staff(), { key: 'contact', version: 1 });
    await expect
      .poll(() => there('/about'), { timeout: 1_000, interval: 20 })
      .toContain('first@example.org');
  });

  it('is read in the form of an earlier release, as English', async () => {
    await publish('badges', [{ label: 'Plain words', confirmed: false }]);
    expect(await here('/about')).not.toContain('Plain words');
    await confirmClaim(staff(), { key: 'badges', index: 0 });
    expect(await here('/about')).toContain('Plain words');
  });
});

describe('an announcement', () => {
  const announced = (text: string, more: object = {}) =>
    publish('announcements', [
      { text: { en: text, tr: '' }, level: 'warn', from: null, until: null, ...more },
    ]);

  it('is on every page of the site, and gone when it is taken away', async () => {
    await announced('We are closed on Monday.');
    for (const path of ['/', '/about', '/login', '/clinic-login', '/nowhere'])
      expect(wordsOf(await here(path)), path).toContain('We are closed on Monday.');
    await publish('announcements', []);
    expect(await here('/about')).not.toContain('We are closed');
  });

  it('stands for its time only', async () => {
    const at = await now(server.ctx());
    const instant = (length: Duration) => after(at, length).toISOString();
    await announced('Later words.', { from: instant(hours(1)) });
    expect(await here('/about')).not.toContain('Later words');
    await announced('Earlier words.', { until: instant(hours(-1)) });
    expect(await here('/about')).not.toContain('Earlier words');
    await announced('Present words.', { from: instant(hours(-1)), until: instant(days(1)) });
    expect(await here('/about')).toContain('Present words');
  });

  it('is a text: markup in it stays what it is', async () => {
    await announced('<img src=x onerror=alert(1)>');
    expect(await here('/about')).not.toContain('<img src=x');
    await expect(announced('')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(announced('x', { level: 'loud' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await publish('announcements', []);
  });
});

describe('a figure that is counted', () => {
  const figures = (source: 'configured' | 'computed') =>
    publish('figures', [
      { key: 'clinics', source, value: '1,200+', confirmed: false },
      { key: 'success', source, value: '98%', confirmed: false },
    ]);

  it('is left out below five, then shows its sample and date, and needs nobody to vouch for it', async () => {
    await figures('computed');
    const words = wordsOf(await here('/'));
    expect(words).not.toMatch(/1,200\+ (?!treatments)|98%|counted on/);
    for (let n = 0; n < 5; n += 1) await signedInClinic(server.ctx());
    expect(await countFigures(server.ctx())).toMatchObject({
      clinics: { count: 5, sample: 5 },
      countries: { count: 1, sample: 5 },
      success: { sample: 0 },
    });
    // What a process has counted it believes for ten minutes; another one counts for itself.
    const fresh = { ...server.services, database: { ...server.services.database } };
    const stored = [
      { key: 'clinics' as const, source: 'computed' as const, value: '-', confirmed: true },
      { key: 'success' as const, source: 'computed' as const, value: '-', confirmed: true },
    ];
    expect(await siteFigures({ ...server.ctx(), services: fresh }, stored)).toEqual([
      {
        key: 'clinics',
        value: '',
        computed: expect.objectContaining({ count: 5 }),
      },
    ]);
    const { rows } = await server.services.database.pool.query(
      `select value from content.entry where key = 'figures'`,
    );
    expect(rows[0]).toMatchObject({ value: [{ confirmed: true }, { confirmed: true }] });
  });

  it('is printed again when it is switched back and a member of staff confirms it', async () => {
    await figures('configured');
    expect(wordsOf(await here('/'))).not.toMatch(/1,200\+/);
    await confirmClaim(staff(), { key: 'figures', index: 0 });
    expect(wordsOf(await here('/'))).toMatch(/1,200\+/);
  });

  it('is counted by indexes', async () => {
    const plans = await plansOf(server, countFigures);
    expect(plans.flatMap(({ scans }) => scans)).toEqual([]);
  });
});
