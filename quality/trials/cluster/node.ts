import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../../scripts/lib/ports.mjs';
import type { Machine } from './network';
import { Part, ownFolder, statusOf, type Ground } from './parts';

/** One machine of the database: a Patroni and its PostgreSQL. */
export interface Node {
  readonly name: string;
  readonly machine: Machine;
  readonly port: number;
  /** Of Patroni's own API, which the proxy asks. */
  readonly restPort: number;
  readonly patroni: Part;
  /** What Patroni's API answers under a path. */
  status(path: string): Promise<number>;
  /** Both with SIGKILL, and whatever the server has begun. */
  die(): Promise<void>;
  url(database: string): string;
}

export const password = 'trial';
/** Seconds after which a leader that says nothing is none: the least that Patroni recommends, and its round. */
export const leaderLasts = 20;
const round = 2;

/** The newest PostgreSQL that Debian's packages have put on this machine, and that Patroni runs. */
export function serverFolder(): string | null {
  try {
    const [newest] = readdirSync('/usr/lib/postgresql')
      .filter((name) => Number(name) >= 15)
      .sort((a, b) => Number(b) - Number(a));
    return newest ? `/usr/lib/postgresql/${newest}/bin` : null;
  } catch {
    return null;
  }
}

interface Told {
  readonly name: string;
  readonly machine: Machine;
  /** Where each member of etcd is. */
  readonly etcd: readonly string[];
}

/** Not started yet. */
export async function makeNode(ground: Ground, { name, machine, etcd }: Told): Promise<Node> {
  const [port, restPort] = [await freePort(), await freePort()];
  const folder = ownFolder(ground, name);
  const file = path.join(ground.folder, `patroni-${name}.json`);
  const { address } = machine;
  const settings = patroniSettings({ name, folder, address, port, restPort, etcd });
  writeFileSync(file, JSON.stringify(settings, null, 2), { mode: 0o644 });
  const status = (asked: string) => statusOf(`http://${address}:${restPort}/${asked}`);
  const patroni = new Part(ground, {
    name: `patroni-${name}`,
    command: 'patroni',
    words: [file],
    asDatabaseUser: true,
    machine,
    ready: async () => (await status('health')) === 200,
  });
  const die = async () => {
    const server = serverPid(folder);
    await patroni.end('SIGKILL');
    if (server) killTree(server);
  };
  const url = (database: string) =>
    `postgres://postgres:${password}@${address}:${port}/${database}`;
  return { name, machine, port, restPort, patroni, status, die, url };
}

/** As YAML would say it; JSON is YAML. */
function patroniSettings(of: {
  name: string;
  folder: string;
  address: string;
  port: number;
  restPort: number;
  etcd: readonly string[];
}): object {
  const address = `${of.address}:${of.port}`;
  const rest = `${of.address}:${of.restPort}`;
  const as = (username: string) => ({ username, password });
  return {
    scope: 'clinic',
    name: of.name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { hosts: of.etcd },
    bootstrap: {
      dcs: {
        ...{ ttl: leaderLasts, loop_wait: round, retry_timeout: 5 },
        ...{ synchronous_mode: true, failsafe_mode: true },
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: serverSettings },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'host all all samenet scram-sha-256',
        'host replication replicator samenet scram-sha-256',
      ],
    },
    postgresql: {
      ...{ listen: address, connect_address: address },
      ...{ data_dir: path.join(of.folder, 'data'), bin_dir: serverFolder() },
      pgpass: path.join(of.folder, 'pgpass'),
      authentication: { superuser: as('postgres'), replication: as('replicator') },
      parameters: { unix_socket_directories: of.folder },
    },
  };
}

const serverSettings = {
  ...{ wal_level: 'replica', hot_standby: 'on', hot_standby_feedback: 'on' },
  ...{ max_wal_senders: 10, max_replication_slots: 10 },
  // Writes wait for a follower that is cut off until it is given up.
  ...{ wal_sender_timeout: '10s', wal_receiver_timeout: '10s' },
  ...{ max_connections: 150, shared_buffers: '128MB', timezone: 'UTC', log_timezone: 'UTC' },
};

function serverPid(folder: string): number | null {
  try {
    return Number(readFileSync(path.join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return null;
  }
}

/** A server and its children, at once: none may go on with what it was doing. */
function killTree(pid: number): void {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
  for (const each of [pid, ...children])
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // Ended by itself meanwhile.
    }
}

function parentOf(name: string): number {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}
