import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/lib/ports.mjs';
import { ownerFor } from '../../scripts/lib/postgres/owner.mjs';

/** Its version as [major, minor]; null where it is not on this machine. */
export function pgbouncerVersion(): readonly [number, number] | null {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/i.exec(stdout ?? '') ?? [];
  return major && minor ? [Number(major), Number(minor)] : null;
}

/** From 1.21 on it keeps prepared statements itself. */
export const keepsStatements = ([major, minor]: readonly [number, number]): boolean =>
  major > 1 || minor >= 21;

export interface Pooler {
  /** The same database through the pooler. */
  at(databaseUrl: string): string;
  /** Connections to the server are closed once they are free, and made anew. */
  close(): Promise<void>;
}

/**
 * A PgBouncer of this test's own that gives each transaction another connection, in turns and fewer than are asked for,
 * and ignores no parameter: what relies on its session fails. It logs in as whom `serverUrl` names.
 */
export async function startPooler(serverUrl: string): Promise<Pooler> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const config = path.join(folder, 'pgbouncer.ini');
  const port = await freePort();
  const version = pgbouncerVersion();
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${username} password=${decodeURIComponent(password)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 5',
    'server_round_robin = 1',
    ...(version && keepsStatements(version) ? ['max_prepared_statements = 500'] : []),
  ];
  writeFileSync(config, `${settings.join('\n')}\n`, { mode: 0o644 });
  // It refuses to run as root.
  const child = spawn('pgbouncer', [config], {
    ...ownerFor(folder),
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => said.push(String(piece)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 100; tries += 1) {
    if (await answers(port))
      return {
        at: (url) => Object.assign(new URL(url), { hostname: '127.0.0.1', port }).toString(),
        close,
      };
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await close();
  throw new Error(`pgbouncer did not start: ${said.join('')}`);
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
