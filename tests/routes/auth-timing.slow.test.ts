import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrolledStaff, newPhone, signedInPatient } from '../../modules/identity/testing';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';
import { mannWhitneyP } from '../kit/rank-test';

const perKind = 100;
/** Told apart only if each of three rounds of its own says so: one in a million by chance. */
const rounds = 3;
const level = 0.01;

let server: TestServer;
const numbers = { known: [] as string[], 'other role': [] as string[] };
beforeAll(async () => {
  server = await startTestServer({ rates: { window: 60_000 as never, general: 1e9, auth: 1e9 } });
  await forgetLimits(server);
  for (let n = 0; n < 10; n += 1) {
    numbers.known.push((await signedInPatient(server.ctx())).phone);
    numbers['other role'].push((await signedInClinic(server.ctx())).phone);
  }
  await ask(newPhone());
});
afterAll(() => server?.close());

/** Both answers of one browser: for the first code, and for another one in its place. */
interface Pair {
  readonly send: number;
  readonly resend: number;
}

async function ask(phoneNumber: string): Promise<Pair> {
  await server.services.database.pool.query('delete from identity.otp_challenge');
  const first = await timed('send-code', phoneNumber, '');
  const second = await timed('resend-code', phoneNumber, first.cookie);
  return { send: first.took, resend: second.took };
}

async function timed(call: string, phoneNumber: string, cookie: string) {
  await server.services.database.pool.query('delete from platform.rate_limit');
  const began = performance.now();
  const answer = await server.request(`/api/auth/${call}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify({ phoneNumber }),
  });
  await answer.arrayBuffer();
  const took = performance.now() - began;
  expect(answer.status).toBe(200);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { took, cookie: cookies.join('; ') };
}

const kinds = ['unknown', 'known', 'other role'] as const;
type Round = Record<(typeof kinds)[number], Pair[]>;

/** All kinds in turn, in an order drawn each time, so that a drift of the machine meets all alike. */
async function sample(): Promise<Round> {
  const found: Round = { unknown: [], known: [], 'other role': [] };
  for (let n = 0; n < perKind; n += 1) {
    const first = randomInt(kinds.length);
    for (const kind of [...kinds.slice(first), ...kinds.slice(0, first)]) {
      const phone = kind === 'unknown' ? newPhone() : numbers[kind][n % numbers[kind].length]!;
      found[kind].push(await ask(phone));
    }
  }
  return found;
}

const sampled: Round[] = [];
/** Made when first asked for: most comparisons need one only. */
const roundOf = async (n: number): Promise<Round> => (sampled[n] ??= await sample());

describe.each(['send', 'resend'] as const)('how long it takes to %s a code', (call) => {
  const times = (pairs: Pair[]) => pairs.map((pair) => pair[call]);

  it.each(['known', 'other role'] as const)(
    'does not tell a number %s from an unknown one',
    async (kind) => {
      const found: number[] = [];
      for (let n = 0; n < rounds; n += 1) {
        const round = await roundOf(n);
        found.push(mannWhitneyP(times(round[kind]), times(round.unknown)));
        if (found.at(-1)! > level) break;
      }
      expect(Math.max(...found), `p of each round: ${found.join(', ')}`).toBeGreaterThan(level);
    },
    180_000,
  );

  it('would be seen: a shift of one spread in 99 of 100 sets of three rounds', async () => {
    const { known, unknown } = await roundOf(0);
    const pool = times([...known, ...unknown]);
    const sorted = pool.toSorted((a, b) => a - b);
    const shift =
      sorted[Math.floor(sorted.length * 0.75)]! - sorted[Math.floor(sorted.length * 0.25)]!;
    const draw = (more = 0) =>
      Array.from({ length: perKind }, () => pool[randomInt(pool.length)]! + more);
    const caught = Array.from({ length: 200 }, () =>
      Array.from({ length: rounds }, () => mannWhitneyP(draw(), draw(shift))).every(
        (p) => p <= level,
      ),
    ).filter(Boolean).length;
    console.info(`${call}: a shift of ${shift.toFixed(2)} ms is seen in ${caught / 2} % of 200`);
    expect(caught).toBeGreaterThan(190);
  }, 60_000);
});

/** Other doors that know an account or not, each answering the same either way. */
const staffEmails: string[] = [];
const call = async (path: string, body: object, cookie = '') => {
  const began = performance.now();
  const answer = await server.request(`/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { took: performance.now() - began, status: answer.status, cookie: cookies.join('; ') };
};
const forget = () =>
  server.services.database.pool.query(
    'with one as (delete from platform.rate_limit) delete from identity.otp_challenge',
  );

type Door = (known: boolean, n: number) => Promise<{ took: number; status: number }>;
const pick = (from: readonly string[], n: number) => from[n % from.length]!;

const doors: Readonly<Record<string, Door>> = {
  'verify a wrong code': async (known, n) => {
    const phoneNumber = known ? pick(numbers.known, n) : newPhone();
    const { cookie } = await call('/auth/send-code', { phoneNumber });
    return call('/auth/verify-code', { phoneNumber, otpCode: '000000' }, cookie);
  },
  'verify a code that was never asked for': (known, n) =>
    call('/auth/verify-code', {
      phoneNumber: known ? pick(numbers.known, n) : newPhone(),
      otpCode: '000000',
    }),
  'ask for a code as a clinic': (known, n) =>
    call('/clinic/auth/send-code', {
      phoneNumber: known ? pick(numbers['other role'], n) : newPhone(),
    }),
  'sign in as staff with a wrong password': (known, n) =>
    call('/admin/login', {
      email: known ? pick(staffEmails, n) : `nobody${n}@staff.example`,
      ...{ password: 'wrong horse battery staple', code: '000000' },
    }),
};

describe('how long other doors take', () => {
  beforeAll(async () => {
    for (let n = 0; n < 5; n += 1)
      staffEmails.push((await enrolledStaff(server.ctx(), { role: 'reviewer' })).email);
  });

  const one = async (door: Door, known: boolean, n: number) => {
    await forget();
    return door(known, n);
  };

  async function rankOf(door: Door, statuses: Set<number>): Promise<[p: number, shift: number]> {
    const took = { true: [] as number[], false: [] as number[] };
    for (let n = 0; n < perKind; n += 1)
      for (const known of randomInt(2) ? [true, false] : [false, true]) {
        const answer = await one(door, known, n);
        statuses.add(answer.status);
        took[`${known}`].push(answer.took);
      }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length / 2]!;
    return [mannWhitneyP(took.true, took.false), median(took.true) - median(took.false)];
  }

  it.each(Object.entries(doors))(
    'to %s does not tell an account from none',
    async (name, door) => {
      const statuses = new Set<number>();
      for (let n = 0; n < 5; n += 1) await one(door, n % 2 === 0, n);
      const found: Array<[number, number]> = [];
      do found.push(await rankOf(door, statuses));
      while (found.at(-1)![0] <= level && found.length < rounds);
      const words = found.map(([p, shift]) => `p ${p.toFixed(4)}, ${shift.toFixed(2)} ms`);
      console.info(`${name}: ${words.join('; ')}`);
      expect(statuses.size, [...statuses].join()).toBe(1);
      expect(Math.max(...found.map(([p]) => p)), words.join('; ')).toBeGreaterThan(level);
    },
    180_000,
  );
});

describe('the rank test', () => {
  it('finds nothing where there is nothing, and a shift where there is one', () => {
    const line = Array.from({ length: 100 }, (_, n) => n);
    expect(mannWhitneyP(line, line)).toBeGreaterThan(0.99);
    expect(
      mannWhitneyP(
        line,
        line.map((n) => n + 40),
      ),
    ).toBeLessThan(0.001);
    // By hand: U = 0 of 3 and 3, z = 4.5 / sqrt(5.25).
    expect(mannWhitneyP([1, 2, 3], [4, 5, 6])).toBeCloseTo(0.0495, 3);
  });
});
