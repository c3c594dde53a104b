import { randomInt } from 'node:crypto';
import type { ProofChallenge } from '#contracts/identity';
import { days, seconds as lengthOf, type Duration } from '#platform/base/duration';
import { advance } from '../../../tests/kit/clock';
import { work } from '../../../tests/kit/strangers';
import { callAuth, codeAt, someAddress, somePhone, type Told } from '../kit/codes';
import { claim, numberOf, row, seconds } from '../kit/report';
import { openStage, type Running, type Stage } from '../kit/stage';
import { manyPhones } from './phones';

/** The site's defaults (modules/identity). */
const caps = { phoneADay: 30, guessesADay: 50, siteWithoutWork: 1_000, site: 2_000 };
const atOnce = 16;
/** Above what a code waits before it may be sent again. */
const round: Duration = lengthOf(46);

interface Attack {
  readonly stage: Stage;
  readonly running: Running;
}

/**
 * F32: strangers who ask for codes to one phone from many addresses, who guess for a simulated hour, and who ask for
 * codes to many phones; and what the owner of that phone can do meanwhile. Arguments: phones (10000), addresses (1000).
 */
export async function trialStorm([
  phones = '10000',
  addresses = '1000',
]: string[] = []): Promise<void> {
  const stage = await openStage({ patients: 20 });
  try {
    const attack = { stage, running: await stage.start() };
    const from = Array.from(
      { length: numberOf(addresses) },
      (_, n) => `10.${n >> 8}.${n & 255}.${randomInt(1, 255)}`,
    );
    const phone = somePhone();
    const victim = { phone, known: await signsIn(attack, { phone, known: [] }) };
    await onePhone(attack, victim, from);
    await guesses(attack, victim, from);
    await manyAtOnce(attack, victim, { phones: manyPhones(numberOf(phones)), from });
  } finally {
    await stage.close();
  }
}

interface Victim {
  readonly phone: string;
  /** Cookies of the browser that has signed the number in before; others after each sign-in. */
  known: readonly string[];
}

/** As a browser keeps them: the last one of a name. */
const jarOf = (...cookies: readonly string[]): string[] => [
  ...new Map(cookies.map((cookie) => [cookie.split('=')[0], cookie])).values(),
];

/** Signs in from a browser; its cookies afterwards. Throws when that fails. */
async function signsIn({ stage, running }: Attack, { phone, known }: Victim) {
  const address = someAddress();
  const taken = stage.gateway.taken.filter(({ to }) => to === phone).length;
  const asked = await callAuth(running, 'send-code', {
    body: { phoneNumber: phone },
    address,
    cookies: known,
  });
  const otpCode = await codeAt(stage, phone, taken);
  const cookies = jarOf(...known, ...asked.cookies);
  const body = { phoneNumber: phone, otpCode };
  const verified = await callAuth(running, 'verify-code', { body, address, cookies });
  if (verified.status !== 200)
    throw new Error(`asking ${asked.status} ${asked.code}, code ${verified.status}`);
  return verified.cookies.filter((each) => each.startsWith('known='));
}

async function victimSignsIn(attack: Attack, victim: Victim): Promise<void> {
  const began = performance.now();
  const done = await signsIn(attack, victim).catch((error: Error) => error);
  if (!(done instanceof Error)) victim.known = done;
  const told = done instanceof Error ? done.message : seconds(began);
  claim('the owner signs in, in the known browser', told, !(done instanceof Error));
}

/** Runs over all of `things`, so many at once. */
async function each<T>(things: readonly T[], use: (thing: T) => Promise<void>): Promise<void> {
  const left = things.values();
  const loop = async () => {
    for (const thing of left) await use(thing);
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
}

/** How often each answer came. */
class Answers {
  private readonly counts = new Map<string, number>();
  add({ status, code = '' }: Told): void {
    const name = `${status} ${code}`.trim();
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }
  of = (name: string): number => this.counts.get(name) ?? 0;
  toString = (): string => [...this.counts].map(([name, n]) => `${n} x ${name}`).join(', ');
  faults = (): number =>
    [...this.counts].reduce((sum, [name, n]) => (name.startsWith('5') ? sum + n : sum), 0);
}

async function onePhone({ stage, running }: Attack, victim: Victim, from: readonly string[]) {
  const before = sentTo(stage, victim.phone);
  const answers = new Answers();
  await each(from, async (address) => {
    const body = { phoneNumber: victim.phone };
    answers.add(await callAuth(running, 'send-code', { body, address }));
  });
  await settled(stage);
  row('one phone, addresses', from.length);
  console.log(`    ${String(answers)}`);
  const sent = sentTo(stage, victim.phone) - before;
  claim(`codes to it: at most ${caps.phoneADay}`, sent, sent <= caps.phoneADay);
  claim('answers of 500 and above', answers.faults(), answers.faults() === 0);
  await victimSignsIn({ stage, running }, victim);
}

const evaluated = `
  select count(*)::int as n from platform.audit_entry e
  join identity.otp_challenge c on c.id::text = e.object_id::text
  where e.action = 'identity.code-refused' and c.phone = $1`;

/** Each address asks for a code once the last one may be sent again, and tries five; an hour of the rules' clock. */
async function guesses(attack: Attack, victim: Victim, from: readonly string[]): Promise<void> {
  const { stage, running } = attack;
  // A day later the phone's codes begin anew.
  await advance(clockOf(stage), days(1));
  const answers = new Answers();
  const body = { phoneNumber: victim.phone };
  const rounds = Math.ceil(3_600_000 / round);
  for (let n = 0; n < rounds; n += 1) {
    const some = Array.from({ length: atOnce }, (_, k) => from[(n * atOnce + k) % from.length]!);
    await each(some, async (address) => {
      const asked = await callAuth(running, 'send-code', { body, address });
      for (let guess = 0; guess < 5; guess += 1) {
        const otpCode = String(randomInt(1_000_000)).padStart(6, '0');
        const cookies = asked.cookies;
        const tried = { body: { ...body, otpCode }, address, cookies };
        answers.add(await callAuth(running, 'verify-code', tried));
      }
    });
    await advance(clockOf(stage), round);
  }
  row('guesses in an hour of the clock', rounds * atOnce * 5);
  console.log(`    ${String(answers)}`);
  const { rows } = await stage.database.query<{ n: number }>(evaluated, [victim.phone]);
  const looked = rows[0]!.n;
  claim(`guesses that were looked at: at most ${caps.guessesADay}`, looked, looked <= caps.guessesADay); // prettier-ignore
  claim('answers of 500 and above', answers.faults(), answers.faults() === 0);
  await victimSignsIn(attack, victim);
}

async function manyAtOnce(
  attack: Attack,
  victim: Victim,
  { phones, from }: { phones: readonly string[]; from: readonly string[] },
): Promise<void> {
  const { stage, running } = attack;
  // A day later: what the attacks before left open is no alarm any more.
  await advance(clockOf(stage), days(1));
  const before = stage.gateway.taken.length;
  const answers = new Answers();
  const began = performance.now();
  await each([...phones.keys()], async (n) => {
    const call = { body: { phoneNumber: phones[n] }, address: from[n % from.length]! };
    answers.add(await callAuth(running, 'send-code', call));
  });
  row('many phones, addresses', `${phones.length}, ${from.length}`);
  row('asking for all of them', seconds(began));
  console.log(`    ${String(answers)}`);
  await victimSignsIn(attack, victim);
  await strangerSignsIn(attack);
  await settled(stage);
  // Those under way when the half of the site's cap is reached are sent; the cap itself is exact.
  const most = caps.siteWithoutWork + atOnce;
  const free = answers.of('200');
  claim(`codes without work: at most ${most}`, free, free <= most);
  const sent = stage.gateway.taken.length - before;
  claim(`codes altogether: at most ${caps.site}`, sent, sent <= caps.site);
  claim('answers of 500 and above', answers.faults(), answers.faults() === 0);
}

/** Somebody new, with the work that everybody is asked for by now. */
async function strangerSignsIn({ stage, running }: Attack): Promise<void> {
  const [phoneNumber, address] = [somePhone(), someAddress()];
  const began = performance.now();
  const asked = await callAuth(running, 'send-code', { body: { phoneNumber }, address });
  const challenge = asked.data?.challenge as ProofChallenge | undefined;
  claim('a stranger is asked for work', `${asked.status} ${asked.code}`, challenge !== undefined);
  if (!challenge) return;
  const { proof } = await work(challenge);
  const { cookies } = asked;
  const sent = await callAuth(running, 'send-code', { body: { phoneNumber, proof }, address, cookies }); // prettier-ignore
  const otpCode = await codeAt(stage, phoneNumber);
  const body = { phoneNumber, otpCode };
  const jar = jarOf(...cookies, ...sent.cookies);
  const { status } = await callAuth(running, 'verify-code', { body, address, cookies: jar });
  claim('and signs in with it', status === 200 ? seconds(began) : status, status === 200);
}

/** The rules go by the database's clock, which a test may move. */
const clockOf = ({ database }: Stage) =>
  ({ database: { pool: database } }) as unknown as Parameters<typeof advance>[0];

const sentTo = ({ gateway }: Stage, phone: string): number =>
  gateway.taken.filter(({ to }) => to === phone).length;

/** Waits until no code is on its way. */
async function settled({ database }: Stage): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { rowCount } = await database.query(
      `select from pgboss.job_common where name = 'identity.send-code' and state < 'completed' limit 1`,
    );
    if (!rowCount) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
