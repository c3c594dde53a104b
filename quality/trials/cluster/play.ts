import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { ApiClinic } from '../../../tests/e2e/kit/api-clinic';
import type { ApiPatient } from '../../../tests/e2e/kit/api-patient';
import { approvedClinic } from '../../../tests/e2e/kit/approved-clinic';
import type { Storage } from '#platform/ports/storage';
import { someAddress } from '../kit/codes';
import { claim, row, seconds } from '../kit/report';
import { claimWhole } from '../kit/whole';
import { untilIdle } from '../upgrade/clocks';
import { admin } from '../upgrade/staff';
import type { Databases } from './database';
import { events, type Event } from './events';
import { doubled, Facts } from './acknowledged';
import type { Front } from './front';
import { claimAddress, claimStreams } from './limits';
import { pause, until } from './parts';
import { Probe } from './probe';
import type { Product } from './product';
import { offered, someone, story, type Cast } from './story';
import { Stream, type At } from './stream';

/** All that was started. */
export interface Scene {
  readonly databases: Databases;
  readonly front: Front;
  readonly product: Product;
  readonly webPorts: readonly number[];
  readonly env: Record<string, string>;
  /** Whoever leads, as its master. */
  readonly database: pg.Pool;
  readonly store: Storage;
  readonly outbox: string;
}

const storyEvery = 6_000;
/** Nothing is refused for so long: the event is over. */
const calm = 4_000;

/** Each web process, asked past the proxy by the name that people know. */
const websOf = ({ webPorts, front }: Scene): At[] =>
  webPorts.map((port) => ({ port, host: `127.0.0.1:${front.site}` }));

/** Those that each of the words names, in the order of the words; all without words. */
const chosen = (all: Event[], words: readonly string[]): Event[] =>
  words.length === 0 ? all : words.flatMap((word) => all.filter(({ name }) => name.includes(word)));

/** People go on while one thing after the other happens; then everything that was acknowledged is looked for. */
export async function play(scene: Scene, words: readonly string[]): Promise<void> {
  const cast = await assemble(scene);
  const { facts } = cast;
  const listener = await someone(cast);
  const [offerId] = await offered(cast, listener, 0);
  const streams = websOf(scene).map((at) => new Stream(at, listener.cookie, 'messaging.changed'));
  await until('both pages are open', async () => streams.every(({ begun }) => begun));
  const said: number[] = [];
  const probes = probesOf(scene, { cast, listener, offerId: offerId!, said });
  Object.values(probes).forEach((probe) => probe.begin());
  const stories = telling(cast);
  const told = { said, streams, probes };
  await pause(8_000);
  header();
  await during(told, { name: 'nothing', happens: () => pause(8_000) });
  for (const event of chosen(events(scene), words)) await during(told, event);
  const failed = await stories.end();
  for (const probe of Object.values(probes)) await probe.end();
  await afterwards(scene, { facts, failed, told, cast });
  streams.forEach((stream) => stream.end());
}

async function assemble({ front, env, outbox }: Scene): Promise<Cast> {
  const url = `http://127.0.0.1:${front.site}`;
  const staff = await admin(url, { cwd: process.cwd(), env });
  const clinics: ApiClinic[] = [];
  for (const [n, name] of ['Golden Horn Dental', 'Bosphorus Dental'].entries()) {
    const clinic = new ApiClinic(url, undefined, { outbox, address: `203.0.113.${n + 1}` });
    clinics.push(await approvedClinic(url, staff, name, clinic));
  }
  return { url, outbox, clinics, staff, facts: new Facts() };
}

interface Told {
  /** When each message to the listener was acknowledged, in the order in which they were sent. */
  readonly said: readonly number[];
  readonly streams: readonly Stream[];
  readonly probes: Readonly<Record<'writes' | 'reads' | 'lists', Probe>>;
}

/** One who writes, one who reads what is theirs, one who reads a list of the follower. */
function probesOf(
  { front }: Scene,
  told: { cast: Cast; listener: ApiPatient; offerId: string; said: number[] },
): Told['probes'] {
  const { cast, listener, offerId, said } = told;
  const site = `http://127.0.0.1:${front.site}/api`;
  const [clinic] = cast.clinics;
  const get = async (path: string, cookie: string) => {
    const headers = { Cookie: cookie, 'X-Forwarded-For': someAddress() };
    const answer = await fetch(`${site}${path}`, { headers, signal: AbortSignal.timeout(10_000) });
    await answer.text();
    return answer.status;
  };
  let [n, key] = [0, randomUUID()];
  const write = async () => {
    const text = `Word ${n} for the listener`;
    const answer = await fetch(`${site}/conversations/${offerId}/messages`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        'X-Forwarded-For': someAddress(),
        Cookie: `clinic=${clinic!.token}`,
      },
      body: JSON.stringify({ text }),
      signal: AbortSignal.timeout(10_000),
    });
    const { data } = (await answer.json()) as { data?: { message: { _id: string } } };
    if (!data) return answer.status;
    cast.facts.add('messages', data.message._id, text);
    said.push(performance.now());
    [n, key] = [n + 1, randomUUID()];
    return answer.status;
  };
  return {
    writes: new Probe(write),
    reads: new Probe(() => get('/leads/me', listener.cookie)),
    lists: new Probe(() => get('/clinic/leads', `clinic=${clinic!.token}`)),
  };
}

/** A new story every few seconds; each goes on until it is told. */
function telling(cast: Cast) {
  const going: Promise<void>[] = [];
  const failed: string[] = [];
  let n = 0;
  const begin = () => {
    const number = (n += 1);
    const one = story(cast, number).catch((error: Error) => {
      failed.push(`story ${number}: ${error.message}`);
    });
    going.push(one);
  };
  begin();
  const timer = setInterval(begin, storyEvery);
  return {
    end: async () => {
      clearInterval(timer);
      await Promise.all(going);
      row('stories, of them not told to their end', `${n}, ${failed.length}`);
      return failed;
    },
  };
}

const columns = [44, 9, 9, 9, 9, 11] as const;
const cells = (texts: readonly string[]): string =>
  texts.map((text, n) => (n === 0 ? text.padEnd(columns[0]) : text.padStart(columns[n]!))).join('');

const header = (): void => {
  console.log(
    '\nseconds of refused writes, reads and lists, of the slowest answer, and until both streams were told',
  );
  console.log(cells(['', 'writes', 'reads', 'lists', 'slowest', 'live']));
};

/** One event, from its begin until nothing was refused for some seconds. */
async function during({ said, streams, probes }: Told, { name, happens }: Event): Promise<void> {
  const from = performance.now();
  const first = said.length;
  const more = await happens();
  const all = Object.values(probes);
  await until(`calm after: ${name}`, async () => all.every((probe) => probe.isWell(calm)), {
    ms: 90_000,
  }).catch(() => claim(`calm after: ${name}`, 'not in 90 s', false));
  const last = said.length;
  const live = () => Math.max(0, ...streams.map((stream) => latest(stream, said, [first, last])));
  await until('the streams were told', async () => Number.isFinite(live()), { ms: 30_000 }).catch(
    () => undefined,
  );
  const told = all.map((probe) => probe.refused(from));
  const slowest = Math.max(...told.map((each) => each.slowest));
  const figures = [...told.map((each) => each.seconds), slowest, live() / 1_000];
  console.log(cells([name, ...figures.map((figure) => figure.toFixed(1))]));
  if (more) console.log(`    ${more}`);
  const odd = told.flatMap((each) => each.odd);
  if (odd.length > 0) console.log(`    answers other than 503: ${odd.join(', ')}`);
  if (odd.includes(500)) claim('answers of 500', odd.filter((each) => each === 500).length, false);
}

/** The longest that a message took from its acknowledgement to a stream, of those that were sent meanwhile. */
function latest(
  { heard }: Stream,
  said: readonly number[],
  [first, last]: [number, number],
): number {
  let most = 0;
  for (let n = first; n < last; n += 1)
    most = Math.max(most, (heard[n]?.at ?? Infinity) - said[n]!);
  return most;
}

interface Played {
  readonly facts: Facts;
  readonly failed: readonly string[];
  readonly told: Told;
  readonly cast: Cast;
}

async function afterwards(scene: Scene, { facts, failed, told, cast }: Played): Promise<void> {
  const { database, store } = scene;
  console.log('');
  failed.forEach((line) => console.log(`    ${line}`));
  claim('stories that were not told to their end', failed.length, failed.length === 0);
  const began = performance.now();
  const left = await untilIdle(database);
  claim('jobs and clocks that are due and not done', left, left === 0);
  row('until then', seconds(began));
  row('calls that were sent again', facts.repeats);
  row('acknowledged', facts.count);
  console.log(`    ${facts.summary()}`);
  const lost = await facts.lost(database, store);
  lost.slice(0, 10).forEach((line) => console.log(`    lost: ${line}`));
  claim('acknowledged and lost', lost.length, lost.length === 0);
  const twice = await doubled(database);
  claim('doubled', twice.join(', ') || 0, twice.length === 0);
  await claimStreamsHeard(scene, told);
  const { rows } = await database.query<{ n: number }>(
    `select ((select count(*) from flow.alert) + (select count(*) from pgboss.job_common where state = 'failed'))::int as n`,
  );
  const deaths = [...scene.product.webs, ...scene.product.workers].flatMap(
    ({ part }) => part.deaths,
  );
  deaths.forEach((line) => console.log(`    ${line}`));
  claim('processes that ended by themselves', deaths.length, deaths.length === 0);
  claim('jobs that were given up', rows[0]!.n, rows[0]!.n === 0);
  await claimAddress(websOf(scene));
  await claimStreams(websOf(scene), (await someone(cast)).cookie);
  const { DATABASE_DIRECT_URL: direct, ...env } = scene.env;
  await claimWhole({ ...env, DATABASE_URL: direct!, DATABASE_PREPARED_STATEMENTS: 'on' });
}

/** What the database has of the listener's events, against what each stream was told. */
async function claimStreamsHeard({ database }: Scene, { streams, said }: Told): Promise<void> {
  const { rows } = await database.query<{ id: number }>(
    `select e.id::int as id from live.event e where e.type = 'messaging.changed' and e.principal =
       (select principal from live.event where id = $1)`,
    [streams[0]!.heard[0]?.id ?? 0],
  );
  const all = new Set(rows.map(({ id }) => id));
  for (const [n, { heard, connected }] of streams.entries()) {
    const ids = new Set(heard.map(({ id }) => id));
    const missed = [...all].filter((id) => !ids.has(id)).length;
    const words = `${heard.length - ids.size} / ${missed} / ${connected}`;
    const holds = heard.length === ids.size && missed === 0 && said.length > 0;
    claim(`web-${n + 1}: told twice, not told, connected`, words, holds);
  }
}
