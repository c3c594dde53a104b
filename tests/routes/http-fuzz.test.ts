import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#app/api/table.server';
import { staffProviderSwitch } from '#modules/identity';
import { writeSetting } from '#platform/settings/settings';
import { isFull, isShort } from '../kit/full';
import { startTestServer, type TestServer } from '../kit/http';
import { repeatingTranslator, vouchingEnv, vouchingProvider } from '../kit/ports';
import { Driver, type Tally } from './fuzz/driver';
import { Cast, mainRoles, roles } from './fuzz/people';
import { seed } from './fuzz/seed';

/** Cases for each role that may, and for each that may not; `FUZZ=full` is the bar (security 60). */
const [own, other] = isFull ? [500, 25] : isShort ? [10, 1] : [12, 2];

let server: TestServer;
let driver: Driver;
const tallies = new Map<string, Tally>();
beforeAll(async () => {
  if (isFull) console.info(`FUZZ_SEED=${seed}`);
  server = await startTestServer({
    rates: { window: 60_000 as never, general: 1e9, auth: 1e9 },
    env: vouchingEnv,
    ports: { signInProvider: vouchingProvider, translator: repeatingTranslator },
  });
  await writeSetting(server.ctx(), staffProviderSwitch, 'on');
  driver = new Driver(server, new Cast(server));
});
afterAll(() => server?.close());

/** In the quick tier every sixth call: to bring each call's people and things about is what takes long. */
const fuzzed = isShort ? calls.filter((_, n) => n % 6 === Math.abs(seed) % 6) : calls;
const each = fuzzed.map((call) => [call.id, call] as const);

describe('fed with anything by whoever may', () => {
  it.each(each)(
    '%s is reached and never fails on its own account',
    async (id, call) => {
      const tally = { sent: 0, reached: 0, succeeded: 0 };
      tallies.set(id, tally);
      const may = mainRoles[call.audience];
      for (const role of may) await driver.fuzz(call, role, Math.ceil(own / may.length), tally);
      // Whoever adds a call shows it the way in: `fuzz/secrets.ts`, `fuzz/objects.ts`.
      expect(tally.reached, `of ${tally.sent} reached the handler`).toBeGreaterThan(0);
      expect(tally.succeeded, 'answered').toBeGreaterThan(0);
    },
    60_000 + own * 500,
  );

  it('in sum reaches further than the schemas', () => {
    const sum = (key: keyof Tally) => [...tallies.values()].reduce((all, one) => all + one[key], 0);
    expect(tallies.size).toBe(fuzzed.length);
    expect(sum('reached') / sum('sent')).toBeGreaterThan(0.25);
  });
});

describe('fed with anything by everybody else', () => {
  it.each(each)(
    '%s never fails on its own account',
    async (_id, call) => {
      const others = roles.filter((role) => !mainRoles[call.audience].includes(role));
      const tally = { sent: 0, reached: 0, succeeded: 0 };
      for (const role of others) await driver.fuzzAtTheDoor(call, role, other, tally);
      expect(tally.sent).toBeGreaterThanOrEqual(others.length * other);
    },
    60_000 + other * 5_000,
  );
});
