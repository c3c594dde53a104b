import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownSessions } from '#modules/identity';
import { signedInPatient } from '../../modules/identity/testing';
import { minutes } from '#platform/base/duration';
import { browse } from '../kit/browse';
import { advance } from '../kit/clock';
import { startTestServer, type TestServer } from '../kit/http';
import { holdCode, tryCode } from '../kit/identity';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const newPatient = () => signedInPatient(server.ctx());

it('lists the devices of the person, and this one cannot be signed out here', async () => {
  const person = await newPatient();
  const { words, html } = await browse(server, person.token)('/profile/devices');
  expect(words).toContain('This device');
  expect(words).not.toContain('Another device');
  expect(html).not.toContain('value="end"');
});

it('ends another device of the person at once', async () => {
  const here = await newPatient();
  await advance(server.services, minutes(2));
  const browserHere = browse(server, here.token);
  const held = await holdCode({ ...server.ctx(), ip: 'elsewhere' }, here.phone);
  const { session: elsewhere } = await tryCode(server.ctx(), held, held.code);
  const [id] = (await ownSessions(here.ctx)).filter(({ current }) => !current).map((s) => s.id);
  expect((await browserHere('/profile/devices')).words).toContain('Another device');
  const { to } = await browserHere('/profile/devices', { intent: 'end', id: id! });
  expect(to).toBe('/profile/devices?ended');
  expect((await browse(server, elsewhere.token)('/profile')).to).toMatch(/^\/login/);
  expect((await browserHere(to!)).words).toContain('The device was signed out.');
});

it('ends all other devices of the person at once, and nobody else is signed out', async () => {
  const [here, stranger] = [await newPatient(), await newPatient()];
  await advance(server.services, minutes(2));
  const held = await holdCode({ ...server.ctx(), ip: 'far-away' }, here.phone);
  const { session: elsewhere } = await tryCode(server.ctx(), held, held.code);
  const page = browse(server, here.token);
  const { to } = await page('/profile/devices', { intent: 'end-others' });
  expect(to).toBe('/profile/devices?ended-others');
  expect((await page(to!)).words).toContain('All other devices were signed out.');
  expect((await browse(server, elsewhere.token)('/profile')).to).toMatch(/^\/login/);
  expect((await browse(server, stranger.token)('/profile')).status).toBe(200);
});

it("answers for somebody else's device as for one that does not exist", async () => {
  const [victim, other] = [await newPatient(), await newPatient()];
  const [session] = await ownSessions(victim.ctx);
  const page = browse(server, other.token);
  const theirs = await page('/profile/devices', { intent: 'end', id: session!.id });
  const missing = await page('/profile/devices', {
    intent: 'end',
    id: '3f0c8a52-9a55-4b0e-8d5b-6f0f9f4f1c11',
  });
  expect([theirs.status, missing.status]).toEqual([404, 404]);
  expect(await ownSessions(victim.ctx)).toHaveLength(1);
  expect((await browse(server, victim.token)('/profile')).status).toBe(200);
});

it('sends strangers to the sign-in', async () => {
  expect((await browse(server, null)('/profile/devices')).to).toMatch(/^\/login/);
});
