import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ensureBuilt } from '../../../scripts/lib/ensure-built.mjs';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { startGateway } from '../../../tests/e2e/kit/production';
import { missing } from '../kit/programs';
import { takeMails } from '../kit/mails';
import { row, seconds } from '../kit/report';
import { startStore } from '../kit/store';
import { databaseVersions, makeDatabase, startDatabases, type Databases } from './database';
import { openNetwork } from './network';
import { serverFolder } from './node';
import { play, type Scene } from './play';
import { makeFront, type Front } from './front';
import { prepareDatabase, settingsOf, startProduct, type Product } from './product';

const programs = ['patroni', 'etcd', 'haproxy', 'pgbouncer'];

/**
 * F4 and F5 where they are mended by machines: a database that follows and takes over, proxies, a pooler, two web processes
 * and two workers, each of which is killed or rolled while people go on. Arguments: parts of the names of what is to happen;
 * all of it without.
 */
export async function trialCluster(words: string[] = []): Promise<void> {
  const absent = [...missing(programs), ...(serverFolder() ? [] : ['Debian’s PostgreSQL'])];
  if (absent.length > 0) {
    process.exitCode = 1;
    return console.log(`Not tried: ${absent.join(', ')} not on this machine.`);
  }
  await ensureBuilt(process.execPath);
  console.log(`${os.cpus().length} cores, load ${os.loadavg()[0]!.toFixed(1)}`);
  console.log(await databaseVersions());
  const ground = { folder: mkdtempSync(path.join(os.tmpdir(), 'clinic-trial-')) };
  // The database's user walks through; what is inside has rights of its own.
  chmodSync(ground.folder, 0o711);
  const ends: Array<() => unknown> = [
    () => rmSync(ground.folder, { recursive: true, force: true }),
  ];
  try {
    await play(await setUp(ground, ends), words);
  } catch (error) {
    process.exitCode = 1;
    console.error(error);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Starts everything; what is to be ended is added to `ends`, in the order of its start. */
async function setUp(ground: { folder: string }, ends: Array<() => unknown>): Promise<Scene> {
  const began = performance.now();
  const store = await startStore(ground.folder);
  ends.push(() => store.close());
  row('files are in', store.what);
  const gateway = await startGateway();
  ends.push(() => gateway.close());
  const mails = await takeMails();
  ends.push(() => mails.close());
  const network = await openNetwork();
  ends.push(() => network.close());
  row('machines', network.what);
  const databases = await startDatabases(ground, network);
  ends.push(() => databases.stop());
  await databases.untilSynchronous();
  await makeDatabase(databases);
  const webPorts = [await freePort(), await freePort()];
  const front = await makeFront(ground, databases, webPorts);
  const around = { gateway: gateway.url, mailPort: mails.port, store };
  const env = settingsOf(ground, front, around);
  const product = await startAll(ground, { databases, front, env, webPorts, ends });
  const database = new pg.Pool({ connectionString: front.master, max: 2 });
  database.on('error', () => undefined);
  ends.push(() => database.end());
  row('3 etcd, 2 Patroni, haproxy, pgbouncer, 2 web, 2 workers up after', seconds(began));
  return {
    databases,
    front,
    product,
    webPorts,
    env,
    database,
    store: store.client,
    outbox: gateway.url,
  };
}

async function startAll(
  ground: { folder: string },
  parts: {
    databases: Databases;
    front: Front;
    env: Record<string, string>;
    webPorts: readonly number[];
    ends: Array<() => unknown>;
  },
): Promise<Product> {
  const { front, env, webPorts, ends } = parts;
  for (const part of [front.proxy, front.pooler]) {
    await part.start();
    ends.push(() => part.end('SIGTERM'));
  }
  await prepareDatabase(env);
  await quicken(front.master);
  const product = await startProduct(ground, env, webPorts);
  ends.push(async () => {
    for (const { part } of [...product.webs, ...product.workers]) await part.end('SIGTERM');
  });
  return product;
}

/** What a trial of minutes changes of the settings: a request waits two seconds for its screening, and nobody is told to write less. */
async function quicken(master: string): Promise<void> {
  const [hour, day] = [3_600_000, 86_400_000];
  const windows = { screening: 2_000, widening: 24 * hour, notice: 48 * hour, reminder: 25 * day, expiry: 30 * day }; // prettier-ignore
  const settings = [
    { key: 'leads.windows', value: windows },
    { key: 'messaging.messages-per-hour', value: 20_000 },
    { key: 'offers.budgets', value: { perHour: 1_000 } },
  ];
  const client = new pg.Client(master);
  await client.connect();
  await client.query(
    `insert into platform.setting (key, value, updated_by, updated_at)
     select key, value, 'system', now() from jsonb_to_recordset($1::jsonb) as s(key text, value jsonb)`,
    [JSON.stringify(settings)],
  );
  await client.end();
}
