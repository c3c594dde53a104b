import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#app/http/calls';
import { startTestServer, type TestServer } from '../kit/http';
import { Driver, type Tally } from './fuzz/driver';
import { canary } from './fuzz/odd-values';
import { Cast, mainRoles, roles } from './fuzz/people';

/** Cases for each role that may, and for each that may not; `FUZZ=full` is the bar (security 60). */
const [own, other] = process.env.FUZZ === 'full' ? [500, 25] : [20, 3];

// Where these do succeed: passkeys.test.ts, step-up.test.ts, account-email.test.ts.
const authenticator = 'takes an authenticator that somebody registered';
const freshCode = 'takes the code that was sent to this very session';
const mailedLink = 'takes an address that waits for the link in its mail';

/** Calls that no example carries through; their handlers are reached and refuse. */
const neverRight: Readonly<Record<string, string>> = {
  'identity.staff-passkey-sign-in': authenticator,
  'identity.staff-passkey-step-up': authenticator,
  'identity.add-passkey': authenticator,
  'identity.remove-passkey': authenticator,
  'identity.step-up-passkey': authenticator,
  'identity.passkey-sign-in': authenticator,
  'identity.clinic-add-passkey': authenticator,
  'identity.clinic-remove-passkey': authenticator,
  'identity.clinic-step-up-passkey': authenticator,
  'clinic-onboarding.passkey-sign-in': authenticator,
  'identity.step-up': freshCode,
  'identity.clinic-step-up': freshCode,
  'identity.confirm-email': mailedLink,
  'identity.clinic-confirm-email': mailedLink,
  'identity.cancel-email-change': mailedLink,
  'identity.clinic-cancel-email-change': mailedLink,
  'leads.keep-waiting': 'takes a request that has waited for weeks',
};

let server: TestServer;
let driver: Driver;
const tallies = new Map<string, Tally>();
beforeAll(async () => {
  server = await startTestServer({ rates: { window: 60_000 as never, general: 1e9, auth: 1e9 } });
  driver = new Driver(server, new Cast(server));
});
afterAll(() => server?.close());

/** Nothing that was fed may lie in the log, and nothing may have failed on the product's own account. */
function expectQuietLog(): void {
  const lines = server.logged.splice(0);
  expect(lines.filter(({ level }) => (level as number) >= 50)).toEqual([]);
  expect(lines.filter((line) => JSON.stringify(line).includes(canary))).toEqual([]);
}

const each = calls.map((call) => [call.id, call] as const);

describe('fed with anything by whoever may', () => {
  it.each(each)(
    '%s is reached and never fails on its own account',
    async (id, call) => {
      const tally = { sent: 0, reached: 0, succeeded: 0 };
      tallies.set(id, tally);
      const may = mainRoles[call.audience];
      for (const role of may) await driver.fuzz(call, role, Math.ceil(own / may.length), tally);
      expectQuietLog();
      // Whoever adds a call shows it the way in: `fuzz/secrets.ts`, `fuzz/objects.ts`.
      expect(tally.reached, `of ${tally.sent} reached the handler`).toBeGreaterThan(0);
      if (!(id in neverRight)) expect(tally.succeeded, 'answered').toBeGreaterThan(0);
    },
    60_000 + own * 500,
  );

  it('in sum reaches further than the schemas', () => {
    const sum = (key: keyof Tally) => [...tallies.values()].reduce((all, one) => all + one[key], 0);
    expect(tallies.size).toBe(calls.length);
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
      expectQuietLog();
    },
    60_000 + other * 5_000,
  );
});
