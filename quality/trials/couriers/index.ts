import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { seconds } from '#platform/base/duration';
import { newId, newToken } from '#platform/base/ids';
import { seal } from '#platform/config/sealed';
import { openDatabase } from '#platform/database/db';
import { startCourier } from '../../../workflows/courier/deliver';
import { openBenchDatabase } from '../../bench/database';
import { claim, numberOf, row } from '../kit/report';

type Arrivals = ReadonlyArray<readonly [host: string, at: number]>;

const hanging = 20;
const failing = 20;
const domain = 'hooks-of-clinics.com';

const kindOf = (n: number): string =>
  n < hanging ? 'hangs' : n < hanging + failing ? 'fails' : 'sound';
const hostOf = (n: number): string => `${kindOf(n)}-${n}.${domain}`;

/**
 * Many events at once to many receivers, of which twenty hang and twenty answer 500: one courier, its receivers in a process
 * of their own, all of it over TLS on this machine. Arguments: events (10,000), receivers (200).
 */
export async function trialCouriers([
  events = '10000',
  receivers = '200',
]: string[] = []): Promise<void> {
  const [many, of] = [numberOf(events), numberOf(receivers)];
  const child = fork(path.resolve('quality/trials/couriers/receivers.ts'), {
    execArgv: process.execArgv,
  });
  const [reached] = (await once(child, 'message')) as [{ port: number; ca: string }];
  const bench = await openBenchDatabase();
  const database = openDatabase({ url: bench.url, poolSize: 2, onError: () => undefined });
  const keys = [newToken()];
  try {
    await addReceivers(database, keys, of);
    const reach = {
      resolve: () => Promise.resolve(['127.0.0.1']),
      isAllowed: (address: string) => address === '127.0.0.1',
      ...{ ...reached, patience: seconds(10) },
    };
    const courier = startCourier({ database, keys, log: pino({ level: 'warn' }) }, { reach });
    await sleep(1_000);
    const before = process.cpuUsage();
    const began = Date.now();
    await database.pool.query(happen, [many]);
    row('events, written by one transaction in', `${Date.now() - began} ms`);
    await sleep(30_000);
    child.send('report');
    const [arrivals] = (await once(child, 'message')) as [Arrivals];
    const { user, system } = process.cpuUsage(before);
    row('processor time of the courier', `${((user + system) / 1e6).toFixed(1)} s`);
    await courier.stop();
    report(arrivals, { began, expected: (many / of) * (of - hanging - failing) });
  } finally {
    child.kill();
    await database.close();
    await bench.close();
  }
}

async function addReceivers(
  { pool }: ReturnType<typeof openDatabase>,
  keys: readonly string[],
  of: number,
): Promise<void> {
  const ids = Array.from({ length: of }, newId);
  const ciphers = ids.map((id) => seal(keys, id, `whsec_${randomBytes(24).toString('base64')}`));
  await pool.query(
    `insert into webhooks.receiver (id, kind, clinic_id, url, events, state, secret_cipher, created_at, on_since)
      select t.id, 'webhook', gen_random_uuid(), 'https://' || t.host || '/events', '{offer.expired}', 'on', t.cipher, now(), now()
      from unnest($1::uuid[], $2::text[], $3::bytea[]) as t(id, host, cipher)`,
    [ids, ids.map((_, n) => hostOf(n)), ciphers],
  );
}

/** As the events of as many deals leave them, spread over all receivers. */
const happen = `
  insert into webhooks.delivery (id, receiver_id, clinic_id, type, thing, ids, happened_at, state, tries, due_at)
  select gen_random_uuid(), r.id, r.clinic_id, 'offer.expired', t.thing, jsonb_build_object('offerId', t.thing), now(), 'waiting', 0, now()
  from (select n, gen_random_uuid() as thing from generate_series(1, $1) n) t
    join (select *, row_number() over () as place, count(*) over () as of from webhooks.receiver) r
      on r.place - 1 = t.n % r.of`;

function report(
  arrivals: Arrivals,
  { began, expected }: { began: number; expected: number },
): void {
  const lengths = arrivals
    .filter(([host]) => host.startsWith('sound'))
    .map(([, at]) => at - began)
    .toSorted((a, b) => a - b);
  const share = (part: number) => lengths[Math.ceil(lengths.length * part) - 1] ?? Infinity;
  claim(
    'arrived at sound receivers',
    `${lengths.length} of ${expected}`,
    lengths.length >= expected,
  );
  row('half of them within', `${share(0.5)} ms`);
  claim('95 % of them within 5 s', `${share(0.95)} ms`, share(0.95) <= 5_000);
  row('the last after', `${share(1)} ms`);
  for (const kind of ['hangs', 'fails'])
    row(
      `tries at receivers of which each ${kind}`,
      arrivals.filter(([host]) => host.startsWith(kind)).length,
    );
}
