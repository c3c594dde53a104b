import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPhoto } from '#modules/consultation';
import { archiveFlow, erasureFlow } from '#modules/leaving';
import type { Actor } from '#platform/base/actor';
import { now } from '#platform/time/clock';
import { createContext, type Ctx, type Services } from '#platform/context';
import { after, minutes } from '#platform/base/duration';
import { isAppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { syncQueues } from '#engine/operations';
import { runJobs, runDueTimers } from '#engine/testing';
import { askOwnArchive, closeOwnAccount, liftLegalHold, placeLegalHold } from '#workflows';
import { jpegPhoto } from '../../modules/consultation/testing';
import { write } from '../../workflows/conversations/testing';
import { sentOffer } from '../../workflows/offers/testing';
import { registry } from '../../workflows/registry';
import { placesOf } from '../kit/canary-scan';
import { signedInClinic, someReviewer, type SignedInClinic } from '../kit/clinics';
import { createTestDatabase, type TestDatabase } from '../kit/database';
import { dyingDatabase } from '../kit/dying-database';
import { canaryOf, fullLife, typedByPatient, type FullLife } from '../kit/full-life';
import { startTestServer, type TestServer } from '../kit/http';
import { proveSession } from '../kit/leaving';
import { isFull } from '../kit/full';
import { memoryStorage } from '../kit/ports';
import { createTestServices, type TestServices } from '../kit/services';

/** Each statement that an erasure has in turn, as many of them as there is time for. */
const rounds = isFull ? 200 : 70;
const p = canaryOf('rat');
const words = typedByPatient.map(p);
const why = { reason: 'A claim is before the court of Izmir.' };

let server: TestServer;
let life: FullLife;
let other: SignedInClinic;
let before: TestDatabase;
/** Statements of an erasure from the closing of the account to the last look. */
let statements: number;
/** Of them, those before the last look. */
let beforeLastLook: number;
/** Where the words of an account lie that was held before it was closed. */
let wholly: ReadonlySet<string>;

const patient = () => life.open.patient;
const person = () => ({ kind: 'patient' as const, id: patient().ctx.actor.id });

beforeAll(async () => {
  server = await startTestServer();
  await syncQueues(server.services.database, registry);
  life = await fullLife(server, { patient: 'rat', clinic: 'rcl' });
  other = await signedInClinic(server.ctx());
  await runJobs(server.services, registry);
  before = await createTestDatabase(server.databaseName);
  const whole = await open();
  const { database, sent } = dyingDatabase(whole.services.env, { at: Infinity, of: 'process' });
  await leave({ ...whole.services, database }, () => {
    beforeLastLook = sent();
    return Promise.resolve();
  });
  statements = sent();
  await database.close();
  await whole.close();
  const held = await open();
  await placeLegalHold(asAdmin(held.services), { person: person(), ...why });
  await leave(held.services);
  wholly = await tablesOf(held);
  await held.close();
}, 120_000);
afterAll(async () => {
  await before?.drop();
  await server?.close();
});

/** All as it was before the account was closed, in a database and a store of its own. */
async function open(): Promise<TestServices> {
  const storage = memoryStorage();
  const from = server.ports.storage;
  for await (const { key } of from.list(''))
    await storage.put(key, (await from.get(key))!.body, '');
  const kit = await createTestServices({ cloneOf: before.name, ports: { storage } });
  await proveSession(kit, patient().token);
  return kit;
}

/** Tables in which the words stand, with each word. */
async function tablesOf(kit: TestServices): Promise<Set<string>> {
  const found = new Set<string>();
  for (const place of await placesOf(kit, words))
    for (const word of words)
      if (place.includes(word)) found.add(`${word} in ${place.split(/[: ]/, 1)[0]}`);
  return found;
}

const as = <A extends Actor>(services: Services, actor: A): Ctx<A> =>
  createContext(services, actor, { requestId: newId() });
const asPatient = (services: Services) => as(services, patient().ctx.actor);
const asAdmin = (services: Services) => as(services, someReviewer('admin'));

/**
 * Lets the minutes of an erasure go by: to its first step, a repeat of that, and its last look. No request lasts longer than
 * the hours before that: what is under way ends first.
 */
async function pass(services: Services, ended: () => Promise<unknown>): Promise<void> {
  const flows = [archiveFlow, erasureFlow];
  await runJobs(services, registry);
  for (const step of [2, 20, 241]) {
    if (step > 60) await ended();
    const until = after(await now(asAdmin(services)), minutes(step));
    for (let more = 1; more > 0;)
      more = (await runDueTimers(services, { flows }, until)) + (await runJobs(services, registry));
  }
}

/** Closes the account, unless it is closed, and erases it. */
async function leave(
  services: Services,
  ended: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  await closeOwnAccount(asPatient(services)).catch((error: unknown) => {
    if (!isAppError(error)) throw error;
    expect(error.code).toBe('unauthenticated');
  });
  await pass(services, ended);
}

type Races = Record<string, (services: Services) => Promise<unknown>>;
/** What others do meanwhile, each in a process that lives. */
const races: Races = {
  nothing: () => Promise.resolve(),
  'a legal hold': (services) => placeLegalHold(asAdmin(services), { person: person(), ...why }),
  'an upload': async (services) =>
    addPhoto(asPatient(services), {
      bytes: await jpegPhoto(3),
      name: `${p('file')}.jpg`,
      toDraft: false,
    }),
  'an offer': (services) =>
    sentOffer(as(services, other.ctx.actor), life.open.leadId, { message: 'We can help.' }),
  'an export': async (services) => {
    await askOwnArchive(asPatient(services));
    await runJobs(services, registry);
  },
  'a message': (services) => write(asPatient(services), life.openOfferId, p('hello')),
  jobs: (services) => runJobs(services, registry),
};
const kinds = Object.keys(races);

interface Round {
  readonly at: number;
  readonly of: 'process' | 'connection';
  readonly race: string;
  /** At which statement the race begins. */
  readonly raceAt: number;
}

/** Each statement dies in its turn; the others go by other strides, so that all meet all. */
function roundOf(n: number): Round {
  const at = 1 + Math.floor((n * statements) / rounds);
  const raceAt = 1 + ((n * 73) % Math.min(at, beforeLastLook));
  return { at, of: n % 2 === 0 ? 'process' : 'connection', race: kinds[n % kinds.length]!, raceAt };
}

/** What is wrong at the end of a round; empty when nothing is. */
async function play({ at, of, race, raceAt }: Round): Promise<string[]> {
  const kit = await open();
  const { services } = kit;
  try {
    let racing: Promise<boolean> = Promise.resolve(false);
    const run = () => {
      racing = races[race]!(services).then(
        () => true,
        () => false,
      );
    };
    const dying = dyingDatabase(services.env, { at, of, meanwhile: { at: raceAt, run } });
    await leave({ ...services, database: dying.database }, () => racing).catch(() => undefined);
    const taken = await racing;
    await dying.database.close();
    // What is started anew goes on.
    await leave(services);
    if (race !== 'a legal hold' || !taken) return await leftOf(kit);
    const lost = await lostOf(kit);
    await liftLegalHold(asAdmin(services), { person: person(), ...why });
    await pass(services, () => Promise.resolve());
    return [...lost, ...(await leftOf(kit))];
  } finally {
    await kit.close();
  }
}

const statusOf = async ({ services }: TestServices) =>
  (await services.database.pool.query<{ status: string }>('select status from leaving.erasure'))
    .rows[0]?.status;

/** What an erasure has left. */
async function leftOf(kit: TestServices): Promise<string[]> {
  const status = await statusOf(kit);
  const left = await placesOf(kit, [...words, patient().phone]);
  return [...(status === 'erased' ? [] : [`erasure is ${status}`]), ...left];
}

/** What is gone of an account that is held. */
async function lostOf(kit: TestServices): Promise<string[]> {
  const status = await statusOf(kit);
  const there = await tablesOf(kit);
  const lost = [...wholly].filter((place) => !there.has(place));
  return [...(status === 'held' ? [] : [`held erasure is ${status}`]), ...lost];
}

describe('an erasure that is killed at each statement, and raced', () => {
  for (const race of kinds)
    it(`is whole, or wholly held, beside ${race}`, { timeout: 600_000 }, async () => {
      expect(statements).toBeGreaterThan(100);
      const failed: unknown[] = [];
      for (let n = 0; n < rounds; n += 1) {
        const round = roundOf(n);
        if (round.race !== race) continue;
        const wrong = await play(round);
        if (wrong.length > 0) failed.push({ ...round, wrong });
      }
      expect(failed).toEqual([]);
    });
});
