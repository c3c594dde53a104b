import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openStorage } from '#platform/ports/open-storage';
import { closeServices, openServices } from '#platform/process/services';
import { migratedDatabase, openBenchServer } from '../../bench/database';
import { backUp } from '../../../scripts/back-up';
import { checkAll } from '../../../scripts/check-all';
import { migrateOn } from '../../../scripts/prepare';
import { restore } from '../../../scripts/restore-product';
import { testEnv } from '../../../tests/kit/services';
import { eventSteps } from '../../../workflows/reactions/index';
import { registry } from '../../../workflows/registry';
import { storyUnderLoad } from './load';

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

const row = (what: string, value: string | number): void =>
  console.log(`${what.padEnd(52)} ${String(value).padStart(14)}`);

/** Runs a command and says its lines when it fails. @returns whether it did what it should */
async function succeeds(run: (say: (line: string) => void) => Promise<number>): Promise<boolean> {
  const lines: string[] = [];
  const done = (await run((line) => lines.push(line))) === 0;
  if (!done) lines.forEach((line) => console.log(`    ${line}`));
  return done;
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(path.join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

/**
 * F36: a backup while requests, offers and files come and go, its restore into an empty database and store, and the check
 * of what came out. Arguments: requests before it (300), files before it (500).
 */
export async function trialRestore([
  requests = '300',
  files = '500',
]: string[] = []): Promise<void> {
  const server = await openBenchServer();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-trial-'));
  try {
    await drill(server, { folder, requests: Number(requests), files: Number(files) });
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function drill(
  server: Awaited<ReturnType<typeof openBenchServer>>,
  { folder, requests, files }: { folder: string; requests: number; files: number },
): Promise<void> {
  const identity = await generateX25519Identity();
  const key = path.join(folder, 'key.txt');
  writeFileSync(key, `${identity}\n`);
  const recipients = { BACKUP_RECIPIENTS: await identityToRecipient(identity) };
  const envOf = (url: string, name: string) => {
    const dataDir = path.join(folder, name);
    mkdirSync(dataDir);
    return { ...testEnv(url, dataDir, recipients), LOG_LEVEL: 'error' as const };
  };
  const { url } = await migratedDatabase(server, 'source');
  const source = envOf(url, 'source');
  await migrateOn(source, registry);
  const storage = openStorage(source);
  const load = await storyUnderLoad(source, { requests, files });

  let began = performance.now();
  load.begin();
  const to = path.join(folder, 'backups');
  const taken = await succeeds((say) => backUp({ env: source, storage }, ['--to', to], say));
  const took = seconds(began);
  const during = await load.end();
  if (!taken) throw new Error('no backup');
  const backup = path.join(
    to,
    readdirSync(to).find((name) => /^\d/.test(name))!,
  );
  row('backup under load', took);
  row('its size, sealed', `${(bytesBelow(backup) / 1e6).toFixed(1)} MB`);
  row('requests, offers, files written meanwhile', during.done);
  row('slowest of these', `${during.slowest.toFixed(0)} ms`);
  row('failed of these', during.failed);

  const target = await emptyDatabase(server);
  const env = envOf(target, 'target');
  began = performance.now();
  const parts = {
    env,
    storage: openStorage(env),
    prepare: () => migrateOn(env, registry),
    erased: () => Promise.resolve([]),
    erase: () => Promise.resolve(),
  };
  const words = ['--from', backup, '--identity', key, '--without-erasures'];
  if (!(await succeeds((say) => restore(parts, words, say)))) throw new Error('no restore');
  row('restore into an empty database and store', seconds(began));

  began = performance.now();
  const services = openServices('trial', eventSteps, env);
  try {
    const lines: string[] = [];
    const code = await checkAll(services, [], (line) => lines.push(line));
    row('check of rows, files, flows, clocks, audit, exchange', seconds(began));
    lines.forEach((line) => console.log(`    ${line}`));
    if (code !== 0) process.exitCode = 1;
  } finally {
    await closeServices(services);
  }
}

async function emptyDatabase({ url }: { url: (name: string) => string }): Promise<string> {
  const admin = new pg.Client(url('postgres'));
  await admin.connect();
  await admin.query('create database target template template0');
  await admin.end();
  return url('target');
}
