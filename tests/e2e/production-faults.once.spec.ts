import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiPatient } from './kit/api-patient';
import { launchProduct, startProduct, type Product } from './kit/product';
import { makeSurroundings, nextVersion, productionPids, type Surroundings } from './kit/production';
import { expect, test } from './kit/test';

// One production goes through all of it, as real ones do.
test.describe.configure({ mode: 'serial' });

const attackMs = 10_000;
const people = 6;
const migrationKey = 42;

let around: Surroundings;
let products: Product[] = [];
test.beforeAll(async () => {
  around = await makeSurroundings();
});
test.afterAll(async () => {
  const codes = await Promise.all(products.map((product) => product.stop()));
  await around.stop();
  expect(codes).toEqual(products.map(() => 0));
});

const stepsInJournal = (): string[] => {
  const baseline = readFileSync('migrations/baseline.json', 'utf8');
  const journal = readFileSync('migrations/meta/_journal.json', 'utf8');
  const { steps } = JSON.parse(baseline) as { steps: Record<string, string> };
  const { entries } = JSON.parse(journal) as { entries: Array<{ tag: string }> };
  return [...Object.keys(steps), ...entries.map(({ tag }) => tag)];
};
const stepsInDatabase = async (): Promise<string[]> => {
  const steps = 'select name from migrations.step order by position';
  return (await around.database.query<{ name: string }>(steps)).rows.map(({ name }) => name);
};
const areReady = async (): Promise<number[]> =>
  Promise.all(products.map(async ({ url }) => (await fetch(`${url}/readyz`)).status));

test('two web and two worker processes that start at once on an empty database migrate it once', async () => {
  test.setTimeout(120_000);
  const options = await Promise.all([around.startOptions(), around.startOptions()]);
  const began = Date.now();
  products = await Promise.all(options.map(startProduct));
  expect(Date.now() - began, 'both are ready').toBeLessThan(30_000);

  expect(await areReady()).toEqual([200, 200]);
  expect(await stepsInDatabase()).toEqual(stepsInJournal());
  const migrated = products.map(({ output }) => /Migrated: /.test(output()));
  expect(migrated.toSorted(), 'who migrated').toEqual([false, true]);
  const pids = products.flatMap((product) => {
    const { web, worker } = productionPids(product);
    // On a core that both share, whoever waits for a page goes first.
    expect(os.getPriority(worker)).toBe(Math.max(os.getPriority(web), 5));
    return [web, worker];
  });
  expect(new Set(pids).size).toBe(4);
});

const fields = {
  ...{ category: null, subTreatment: null, bodyArea: null, locations: [], budget: null },
  ...{
    timeline: null,
    patientInfo: { ageBand: null, gender: null, medicalHistory: '', allergies: '' },
  },
};
interface Draft {
  readonly version: number;
  readonly fields: { readonly notes: string };
}

/** Reads and writes its own draft ten times a second; every answer is one of the two that may be. */
class Writer {
  readonly patient: ApiPatient;
  readonly statuses: number[] = [];
  /** The last that was answered with success. */
  written = 0;
  private next = 1;
  private version = 0;

  constructor(product: Product, n: number) {
    const options = { outbox: around.outbox, address: `203.0.113.${n + 1}` };
    this.patient = new ApiPatient(product.url, options);
  }

  async ask(method: 'GET' | 'PUT'): Promise<boolean> {
    const notes = `Written ${this.next}.`;
    const body = { expectedVersion: this.version, step: 6, fields: { ...fields, notes } };
    const answer = await this.patient.call(
      method,
      '/drafts/me',
      method === 'PUT' ? body : undefined,
    );
    this.statuses.push(answer.status);
    const draft = answer.body.data?.draft as Draft | null | undefined;
    if (answer.status === 200) {
      this.version = draft?.version ?? 0;
      if (method === 'PUT') this.written = this.next++;
      return true;
    }
    expect(answer).toMatchObject({ status: 503, body: { success: false, code: 'unavailable' } });
    return false;
  }

  async read(): Promise<number> {
    const { body } = await this.patient.call('GET', '/drafts/me');
    return Number(/\d+/.exec((body.data!.draft as Draft).fields.notes)![0]);
  }
}

let writers: Writer[] = [];

test('a database that ends connections for ten seconds costs answers, no process and no written word', async () => {
  test.setTimeout(120_000);
  writers = Array.from({ length: people }, (_, n) => new Writer(products[n % 2]!, n));
  // One after the other: a country whose codes nobody uses is asked for more.
  for (const { patient } of writers) await patient.signIn();
  const before = products.map(productionPids);
  let ending = true;
  const asking = writers.map(async (writer) => {
    for (let n = 0; ending; n += 1) {
      // After a failure nobody knows whether it was written: the version is read anew.
      const isGood = await writer.ask('GET');
      if (isGood) await writer.ask('PUT');
      await sleep(150);
    }
  });
  let ended = 0;
  for (const end = Date.now() + attackMs; Date.now() < end; await sleep(100))
    ended += await endConnections(1);
  ending = false;
  await Promise.all(asking);
  const statuses = writers.flatMap((writer) => writer.statuses);
  const failed = statuses.filter((status) => status === 503).length;
  const told = `${failed} of ${statuses.length} answers failed, ${ended} connections were ended`;
  console.info(told);
  expect(ended).toBeGreaterThan(30);
  expect(failed / statuses.length, told).toBeLessThan(0.2);

  await endConnections(1_000);
  const over = Date.now();
  const recovers = async (writer: Writer) => {
    while (!(await writer.ask('GET'))) await sleep(50);
    while (!(await writer.ask('PUT'))) await writer.ask('GET');
  };
  await Promise.all(writers.map(recovers));
  expect(await areReady()).toEqual([200, 200]);
  expect(Date.now() - over, 'recovered').toBeLessThan(2_000);
  expect(products.map(productionPids), 'the same processes').toEqual(before);
  for (const writer of writers) expect(await writer.read()).toBeGreaterThanOrEqual(writer.written);
});

/** Ends so many connections of the products, drawn anew each time. @returns how many there were */
async function endConnections(most: number): Promise<number> {
  const { rowCount } = await around.database.query(
    `select pg_terminate_backend(pid) from (
       select pid from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
       order by random() limit $1) as drawn`,
    [most],
  );
  return rowCount ?? 0;
}

/** The migrating process of a start. */
const migratingPid = (supervisor: number): number => {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const found = lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)/.exec(line))
    .find(
      (match) =>
        Number(match?.[2]) === supervisor && match![3]!.includes('build/server/prepare.js'),
    );
  return Number(found![1]);
};

const untilBlocked = () =>
  expect
    .poll(
      async () => {
        const { rows } = await around.database.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like $1`,
          [`%pg_advisory_xact_lock(${migrationKey})%`],
        );
        return rows.length;
      },
      { timeout: 30_000 },
    )
    .toBe(1);

test('a migration killed half-way leaves everything as it was, and the next start completes it', async () => {
  test.setTimeout(120_000);
  const root = nextVersion(path.join(around.dataDir, 'next-version'));
  const journal = path.join(root, 'migrations/meta/_journal.json');
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: object[] };
  writeFileSync(
    journal,
    JSON.stringify({ entries: [...entries, { idx: 9000, tag: '9000_next' }] }),
  );
  const statements = [
    'create table consultation.draft_kept as table consultation.draft',
    'delete from consultation.draft',
    `select pg_advisory_xact_lock(${migrationKey})`,
    'insert into consultation.draft table consultation.draft_kept',
  ];
  writeFileSync(
    path.join(root, 'migrations/9000_next.sql'),
    statements.map((statement) => `${statement};`).join('\n--> statement-breakpoint\n'),
  );
  const written = await Promise.all(writers.map((writer) => writer.read()));
  const whole = () => Promise.all(writers.map((writer) => writer.read()));
  const holder = await around.database.connect();
  await holder.query('select pg_advisory_lock($1)', [migrationKey]);
  try {
    const options = { ...(await around.startOptions()), root };
    const killed = launchProduct(options);
    await untilBlocked();
    process.kill(migratingPid(killed.child.pid!), 'SIGKILL');
    expect(await killed.exited).toBe(1);
    expect(killed.output().trim()).toBe(
      'The preparation of the database was ended by SIGKILL; nothing of it is half done. Start again.',
    );
    expect(await areReady()).toEqual([200, 200]);
    expect(await whole()).toEqual(written);
    expect(await stepsInDatabase()).toEqual(stepsInJournal());

    // Of the killed one a connection still waits with the lock of the migration.
    const next = launchProduct(options);
    await next.says('Waiting for another start to finish its migration.');
    await holder.query('select pg_advisory_unlock($1)', [migrationKey]);
    await next.says('Ready: ');
    expect(next.output()).toContain('Migrated: 9000_next.');
    expect(await stepsInDatabase()).toEqual([...stepsInJournal(), '9000_next']);
    // The version before goes on beside it.
    expect(await areReady()).toEqual([200, 200]);
    expect(await whole()).toEqual(written);
    next.child.kill('SIGTERM');
    expect(await next.exited).toBe(0);
  } finally {
    holder.release();
  }

  const older = launchProduct(await around.startOptions());
  expect(await older.exited).toBe(1);
  expect(older.output().trim()).toBe(
    'The database is newer than this version (it has migration 9000_next). Start the newer version.',
  );
});
