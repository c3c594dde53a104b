import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clinicOfGuide } from '#app/routes/_patient+/my-offers';
import { patientOfGuide } from '#app/routes/_clinic+/clinic.dashboard';
import { tour } from '../../migrations/seed/tour';
import { signedInPatient } from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';

let demo: TestServer;
let other: TestServer;
beforeAll(async () => {
  demo = await startTestServer({ parsed: { mode: 'demo' } });
  other = await startTestServer();
});
afterAll(async () => {
  await demo?.close();
  await other?.close();
});

const title = 'Three things to try here';
const pages = ['/my-offers', '/clinic/dashboard'] as const;
type Page = (typeof pages)[number];

const cookieFor = async (server: TestServer, page: Page): Promise<string> =>
  page === '/my-offers'
    ? `patient=${(await signedInPatient(server.ctx())).token}`
    : `clinic=${(await signedInClinic(server.ctx())).token}`;

const get = (server: TestServer, page: string, Cookie: string) =>
  server.request(page, { headers: { Cookie, Accept: 'text/html' } });
const close = (server: TestServer, page: string, Cookie: string) =>
  server.request(page, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie, Accept: 'text/html' },
    body: new URLSearchParams({ intent: 'close-guide' }),
  });

describe.each(pages)('the guide of %s', (page) => {
  it('is closed for this browser and no other, without a script', async () => {
    const cookie = await cookieFor(demo, page);
    expect(await (await get(demo, page, cookie)).text()).toContain(title);
    const closed = await close(demo, page, cookie);
    expect([closed.status, closed.headers.get('Location')]).toEqual([302, page]);
    const [line] = closed.headers.getSetCookie().filter((one) => one.startsWith('guide-'));
    expect(line).toMatch(/^guide-\w+=closed; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/);
    const kept = `${cookie}; ${line!.split(';')[0]}`;
    expect(await (await get(demo, page, kept)).text()).not.toContain(title);
    expect(await (await get(demo, page, cookie)).text()).toContain(title);
  });

  it('is closed by its owner only', async () => {
    const stranger = await close(demo, page, 'patient=x; clinic=x');
    expect(stranger.headers.getSetCookie().join()).not.toContain('guide-');
  });

  it('is in the demo only', async () => {
    const cookie = await cookieFor(other, page);
    expect(await (await get(other, page, cookie)).text()).not.toContain(title);
    const closed = await close(other, page, cookie);
    expect(closed.status).toBe(404);
    expect(closed.headers.getSetCookie().join()).not.toContain('guide-');
  });
});

it('ticks what the patient has done', async () => {
  const { token, ctx } = await signedInPatient(demo.ctx());
  const done = async () =>
    (await (await get(demo, '/my-offers', `patient=${token}`)).text()).split('(done)').length - 1;
  expect(await done()).toBe(0);
  await submitted(ctx);
  expect(await done()).toBe(1);
});

it('names people of the demo who are in its story', () => {
  const [patient, clinic] = tour.map(({ signIn }) => signIn);
  expect([patientOfGuide, clinicOfGuide]).toEqual([patient, clinic]);
});
