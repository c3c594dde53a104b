import { randomBytes } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import http from 'node:http';
import type net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { startCluster } from '../../../scripts/lib/postgres/cluster.mjs';
import { clusterFolder } from '../../../scripts/lib/postgres/place.mjs';
import type { OutboxMessage } from './outbox';
import type { Product } from './product';

/** What surrounds a production: an empty database of another owner, and a gateway that takes its messages. */
export interface Surroundings {
  /** Shared by all processes of the production, as a mounted disk is. */
  readonly dataDir: string;
  /** Where the gateway shows what it took, as the demo's outbox does. */
  readonly outbox: string;
  readonly database: pg.Pool;
  /** Of one start: production settings with a port of its own. */
  startOptions(): Promise<{ dataDir: string; port: number; env: Record<string, string> }>;
  stop(): Promise<void>;
}

export async function makeSurroundings(): Promise<Surroundings> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-production-'));
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  const password = randomBytes(8).toString('hex');
  const cluster = await startCluster({ dataDir: clusterFolder(folder), password });
  const gateway = await startGateway();
  const database = new pg.Pool({ connectionString: cluster.url('clinics'), max: 4 });
  // The attacks end these connections too.
  database.on('error', () => undefined);
  const admin = new pg.Client(cluster.url('postgres'));
  await admin.connect();
  await admin.query('create database clinics');
  await admin.end();
  const secret = () => randomBytes(32).toString('base64');
  const env = {
    DATABASE_URL: cluster.url('clinics'),
    TRUST_PROXY: '1',
    OTP_HMAC_KEYS: secret(),
    OTP_CIPHER_KEYS: secret(),
    STAFF_CIPHER_KEYS: secret(),
    SMS_PROVIDER: 'webhook',
    SMS_WEBHOOK_URL: gateway.url,
    SMS_WEBHOOK_SECRET: secret(),
    MAIL_PROVIDER: 'smtp',
    MAIL_FROM: 'no-reply@clinics.test',
    SMTP_HOST: '127.0.0.1',
  };
  return {
    dataDir,
    outbox: gateway.url,
    database,
    startOptions: async () => {
      const port = await freePort();
      return { dataDir, port, env: { ...env, PUBLIC_URL: `http://localhost:${port}` } };
    },
    stop: async () => {
      gateway.close();
      await database.end();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Takes messages as the webhook of an operator does. */
export async function startGateway(): Promise<{
  url: string;
  taken: readonly OutboxMessage[];
  close: () => void;
}> {
  const taken: OutboxMessage[] = [];
  const server = http.createServer((request, response) => {
    if (request.method === 'GET') {
      const to = new URL(request.url!, 'http://gateway').searchParams.get('to');
      return response.end(JSON.stringify(taken.filter((message) => message.to === to)));
    }
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { to, text } = JSON.parse(body) as { to: string; text: string };
      taken.unshift({ channel: 'sms', to, subject: '', text, at: new Date().toISOString() });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return { url: `http://127.0.0.1:${port}`, taken, close: () => server.close() };
}

/** The processes of a production, as its supervisor wrote them down. */
export function productionPids({ dataDir, port }: Product): Record<string, number> {
  const file = path.join(dataDir, `supervisor-${os.hostname()}-${port}.lock`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { processes: Record<string, number> })
    .processes;
}

/** This build with migrations of its own, as the next version of it would be. */
export function nextVersion(folder: string): string {
  const own = new Set(['scripts', 'migrations', '.data', '.git']);
  mkdirSync(folder);
  for (const name of readdirSync('.'))
    if (!own.has(name)) symlinkSync(path.resolve(name), path.join(folder, name));
  for (const name of ['scripts', 'migrations'])
    cpSync(name, path.join(folder, name), { recursive: true });
  return folder;
}
