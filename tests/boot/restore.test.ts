import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addAttachment } from '#modules/attachments';
import { leadEvents } from '#contracts/leads';
import { audit, withTransaction, publish } from '#engine';
import { syncQueues } from '#engine/operations';
import { runJobs, runDueTimers } from '#engine/testing';
import { minutes } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { provedPatient } from '../../modules/identity/testing';
import { backUp } from '../../scripts/back-up';
import { checkAll } from '../../scripts/check-all';
import { openAfterRestore } from '../../scripts/open-restored';
import { restore } from '../../scripts/restore-product';
import { registry } from '../../workflows/registry';
import { startWorker } from '../../workflows/worker';
import { placesOf } from '../kit/canary-scan';
import { advance } from '../kit/clock';
import { pdfFile } from '../kit/document-files';
import { canaryOf, fullLife, typedByPatient, type FullLife } from '../kit/full-life';
import { startTestServer, type TestServer } from '../kit/http';
import { emptyPlace, type EmptyPlace } from './restore/empty-place';
import { filesBelow, fingerprints } from './restore/what-is-there';

const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-backup-'));
const identity = path.join(folder, 'identity.txt');
const backups = path.join(folder, 'backups');

let server: TestServer;
let life: FullLife;
let backup: string;
const targets: EmptyPlace[] = [];

const backUpWith = async (...words: string[]) => {
  const { env, ports } = server.services;
  const lines: string[] = [];
  const code = await backUp({ env, storage: ports.storage }, words, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
};

const target = async (more: Record<string, string> = {}): Promise<EmptyPlace> => {
  const made = await emptyPlace(more);
  targets.push(made);
  return made;
};

const commands = async (
  command: typeof checkAll | typeof openAfterRestore,
  services: Parameters<typeof checkAll>[0],
  ...words: string[]
) => {
  const lines: string[] = [];
  const code = await command(services, words, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
};

/** Entries of the log in pairs, and files with their rows, for as long as it lasts. */
async function writeUntil(over: () => boolean): Promise<void> {
  for (let n = 0; !over(); n += 1) {
    await addAttachment(life.open.patient.ctx, {
      bytes: pdfFile(`written meanwhile ${n}`),
      name: `${n}.pdf`,
      type: 'application/pdf',
    }).catch(() => undefined);
    await audit(server.ctx(), { action: 'sample.meanwhile', details: { n } });
  }
}

const somebody = 'waits-for-a-mail@example.com';

/** A mail that waits when the backup is made. */
async function tellSomebody(): Promise<void> {
  const { ctx } = await provedPatient(server.ctx(), { email: somebody });
  const fact = { leadId: newId(), patientId: ctx.actor.id };
  await withTransaction(server.ctx(), (tx) => publish(tx, leadEvents['leads.published'], fact));
}

beforeAll(async () => {
  server = await startTestServer();
  await syncQueues(server.services.database, registry);
  life = await fullLife(server, { patient: 'pat', clinic: 'cli' });
  // The kit makes clinics whose documents have no bytes.
  await server.services.database.pool.query('update clinic_onboarding.document set erased = true');
  await tellSomebody();
  const key = await backUpWith('--new-key', identity);
  const recipients = /BACKUP_RECIPIENTS=(\S+)/.exec(key.text)![1]!;
  Object.assign(server.services.env, { BACKUP_RECIPIENTS: [recipients] });
  let over = false;
  const writing = writeUntil(() => over);
  const taken = await backUpWith('--to', backups);
  over = true;
  await writing;
  expect(taken).toMatchObject({ code: 0, text: expect.stringContaining('files') });
  backup = path.join(
    backups,
    readdirSync(backups).find((name) => /^\d{4}-/.test(name))!,
  );
}, 180_000);

afterEach(async () => {
  for (const made of targets.splice(0)) await made.close();
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  it('says nothing of anybody to whoever finds it', () => {
    const words = [...typedByPatient.map(canaryOf('pat')), life.clinic.phone, 'PDF-1', 'postgres:'];
    const bytes = filesBelow(backup).map((file) => readFileSync(file));
    expect(bytes.length).toBeGreaterThan(50);
    for (const word of words)
      expect(
        bytes.filter((one) => one.includes(word)),
        word,
      ).toEqual([]);
  });

  it('belongs to whoever made it', () => {
    for (const file of [...filesBelow(backup), identity])
      expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('is refused without a recipient, and never made for a key that exists', async () => {
    const { env, ports } = server.services;
    const lines: string[] = [];
    const without = { env: { ...env, BACKUP_RECIPIENTS: undefined }, storage: ports.storage };
    expect(await backUp(without, ['--to', backups], (line) => lines.push(line))).toBe(1);
    expect(lines.join()).toContain('BACKUP_RECIPIENTS is required');
    await expect(backUpWith('--new-key', identity)).rejects.toThrow('EEXIST');
    expect((await backUpWith()).code).toBe(2);
  });
});

describe('a restore', () => {
  const words = (from = backup, key = identity) => ['--from', from, '--identity', key];

  it('gives the rows and files of one moment, although others wrote meanwhile', async () => {
    const place = await target();
    const { code, text } = await place.restore(...words(), '--without-erasures');
    expect(text).toContain('Nothing is sent yet');
    expect(code).toBe(0);
    const { services } = place.open();
    expect(await commands(checkAll, services)).toMatchObject({
      code: 0,
      text: expect.stringContaining('All fits together.'),
    });
    const then = await fingerprints(server.services.env.databaseUrl);
    const now = await fingerprints(place.env.databaseUrl);
    const other = [...then].filter(([name, hash]) => now.get(name) !== hash).map(([name]) => name);
    // What was written and counted meanwhile, and what a start writes.
    const may =
      /^(attachments\.attachment|platform\.(audit_(entry|link)|live.*|rate_limit)|pgboss\..*)$/;
    expect(other.filter((name) => !may.test(name))).toEqual([]);
    expect(now.size).toBe(then.size);
  }, 120_000);

  it('goes on with what sequences, triggers and foreign keys hold', async () => {
    const place = await target();
    await place.restore(...words(), '--without-erasures');
    const { services } = place.open();
    const { pool } = services.database;
    const shape = `select string_agg(d, chr(10) order by d) as all from (
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as d from pg_constraint
      where connamespace::regnamespace::text !~ '^pg_'
      union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal) x`;
    const { rows: here } = await pool.query(shape);
    const { rows: there } = await server.services.database.pool.query(shape);
    expect(here).toEqual(there);
    await expect(pool.query('delete from platform.audit_entry')).rejects.toThrow();
    await audit(
      { ...server.ctx(), services, db: services.database.db },
      { action: 'sample.afterwards' },
    );
    expect((await commands(checkAll, services, '--without-hashes')).code).toBe(0);
  }, 120_000);

  it('is refused before anything is written when a byte, a part, the manifest or the key is another', async () => {
    const place = await target();
    const spoilt = async (spoil: (copy: string) => void, key = identity) => {
      const copy = path.join(folder, 'spoilt');
      cpSync(backup, copy, { recursive: true });
      spoil(copy);
      const answer = await place.restore(...words(copy, key), '--without-erasures');
      rmSync(copy, { recursive: true });
      return answer;
    };
    const flip = (file: string) => {
      const bytes = readFileSync(file);
      bytes[Math.floor(bytes.length / 2)]! ^= 1;
      writeFileSync(file, bytes);
    };
    const other = path.join(folder, 'other.txt');
    await backUpWith('--new-key', other);
    const part = (copy: string) => path.join(copy, 'tables', 'identity.patient.0001');
    const picture = (copy: string) => filesBelow(path.join(copy, 'files'))[0]!;
    for (const [spoil, words] of [
      [(copy: string) => flip(part(copy)), 'its hash differs'],
      [(copy: string) => flip(picture(copy)), 'its hash differs'],
      [(copy: string) => rmSync(part(copy)), 'is missing'],
      [(copy: string) => flip(path.join(copy, 'manifest.json')), 'its hash differs'],
      [(copy: string) => rmSync(path.join(copy, 'manifest.json')), 'no whole backup'],
    ] as const)
      expect(await spoilt(spoil)).toMatchObject({ code: 1, text: expect.stringContaining(words) });
    expect(await spoilt(() => undefined, other)).toEqual({
      code: 1,
      text: 'The backup does not open with this identity.',
    });
    expect(await place.restore(...words())).toMatchObject({
      code: 1,
      text: expect.stringContaining('--without-erasures'),
    });
    expect(await fingerprints(place.env.databaseUrl)).toEqual(new Map());
    expect(readdirSync(place.env.DATA_DIR)).toEqual([]);
  }, 120_000);

  it('is refused where there is something already', async () => {
    const lines: string[] = [];
    const place = await target();
    const inUse = { ...place.env, databaseOwnerUrl: server.services.env.databaseUrl };
    const code = await restore(
      {
        env: inUse,
        storage: server.services.ports.storage,
        prepare: () => Promise.reject(new Error('not to be called')),
        erased: () => Promise.resolve([]),
        erase: () => Promise.reject(new Error('not to be called')),
      },
      [...words(), '--without-erasures'],
      (line) => lines.push(line),
    );
    expect(code).toBe(1);
    expect(lines.at(-1)).toContain('The database is not empty.');
  }, 60_000);
});

describe('a restored product', () => {
  it('erases again who left since, and sends nothing before it is opened', async () => {
    const { pool } = server.services.database;
    const { token } = life.open.patient;
    await advance(server.services, minutes(1));
    await pool.query(
      `update identity.session set proved_at = platform.now(), last_seen_at = platform.now()
       where token_hash = sha256($1::bytea)`,
      [Buffer.from(token)],
    );
    const closed = await server.request('/api/account/delete', {
      method: 'POST',
      headers: { Cookie: `patient=${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ confirm: 'DELETE' }),
    });
    expect(closed.status).toBe(200);
    await advance(server.services, minutes(2));
    await runDueTimers(server.services, { flows: registry.flows });
    await runJobs(server.services, registry);
    const list = path.join(server.services.env.DATA_DIR, 'erasures');
    expect(filesBelow(list).map((file) => path.relative(list, file))).toEqual([
      `patient/${life.open.patient.ctx.actor.id}`,
    ]);

    const place = await target({ ERASURE_LIST: list });
    expect(await place.restore('--from', backup, '--identity', identity)).toMatchObject({
      code: 0,
    });
    const { services, ports } = place.open();
    const left = await placesOf({ services, logged: [] }, typedByPatient.map(canaryOf('pat')));
    expect(left).toEqual([]);

    const worker = await startWorker(services);
    try {
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      expect(ports.sent).toEqual({ sms: [], texts: [], mail: [] });
      expect((await commands(openAfterRestore, services)).text).toContain('Closed. To open it');
      expect(ports.sent.mail).toEqual([]);
      const opened = await commands(openAfterRestore, services, '--waiting', 'send');
      expect(opened).toMatchObject({ code: 0, text: expect.stringContaining('Open.') });
      await expect
        .poll(() => ports.sent.mail.map(({ to }) => to), { timeout: 20_000 })
        .toContain(somebody);
      expect((await commands(openAfterRestore, services, '--waiting', 'drop')).code).toBe(1);
    } finally {
      await worker.stop();
    }
  }, 180_000);
});
