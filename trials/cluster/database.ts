import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../scripts/lib/ports.mjs';
import { must } from '../containers/tools';
import { Part, ownFolder, pause, statusOf, until, type Ground } from './parts';

/** One machine of the database: a Patroni and its PostgreSQL. */
export interface Node {
  readonly name: string;
  readonly port: number;
  /** Of Patroni's own API, which the proxy asks. */
  readonly restPort: number;
  readonly patroni: Part;
  /** Both with SIGKILL, and whatever the server has begun. */
  die(): Promise<void>;
  url(database: string): string;
}

export interface Databases {
  readonly nodes: readonly Node[];
  leader(): Promise<Node>;
  follower(): Promise<Node>;
  /** Waits until one leads and the other follows it, so that nothing is acknowledged that both do not have. */
  untilSynchronous(ms?: number): Promise<number>;
  /** Lets the follower take what it is sent and show nothing of it. */
  holdReplay(): Promise<() => void>;
  stop(): Promise<void>;
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

/** An etcd, and two PostgreSQL under Patroni of which the second is written to before anything is acknowledged. */
export async function startDatabases(ground: Ground): Promise<Databases> {
  const etcdPort = await freePort();
  const etcd = await startEtcd(ground, etcdPort);
  const nodes: Node[] = [];
  try {
    for (const name of ['a', 'b']) {
      const node = await makeNode(ground, { name, etcdPort });
      nodes.push(node);
      await node.patroni.start();
    }
  } catch (error) {
    for (const { patroni } of nodes) console.log(patroni.said());
    await stopAll(etcd, nodes);
    throw error;
  }
  return controls(etcd, nodes);
}

async function startEtcd(ground: Ground, port: number): Promise<Part> {
  const url = `http://127.0.0.1:${port}`;
  const peers = `http://127.0.0.1:${await freePort()}`;
  const etcd = new Part(ground, {
    name: 'etcd',
    command: 'etcd',
    words: [
      ...['--name', 'etcd', '--data-dir', ownFolder(ground, 'etcd')],
      ...['--listen-client-urls', url, '--advertise-client-urls', url],
      ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
      ...['--initial-cluster', `etcd=${peers}`],
    ],
    asDatabaseUser: true,
    ready: async () => (await statusOf(`${url}/health`)) === 200,
  });
  await etcd.start();
  return etcd;
}

async function makeNode(
  ground: Ground,
  { name, etcdPort }: { name: string; etcdPort: number },
): Promise<Node> {
  const [port, restPort] = [await freePort(), await freePort()];
  const folder = ownFolder(ground, name);
  const file = path.join(ground.folder, `patroni-${name}.json`);
  const settings = patroniSettings({ name, folder, port, restPort, etcdPort });
  writeFileSync(file, JSON.stringify(settings, null, 2), { mode: 0o644 });
  const patroni = new Part(ground, {
    name: `patroni-${name}`,
    command: 'patroni',
    words: [file],
    asDatabaseUser: true,
    ready: async () => (await statusOf(`http://127.0.0.1:${restPort}/health`)) === 200,
  });
  const die = async () => {
    const server = serverPid(folder);
    await patroni.end('SIGKILL');
    if (server) killTree(server);
  };
  const url = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  return { name, port, restPort, patroni, die, url };
}

/** As YAML would say it; JSON is YAML. */
function patroniSettings(of: {
  name: string;
  folder: string;
  port: number;
  restPort: number;
  etcdPort: number;
}): object {
  const address = `127.0.0.1:${of.port}`;
  const rest = `127.0.0.1:${of.restPort}`;
  const as = (username: string) => ({ username, password });
  return {
    scope: 'clinic',
    name: of.name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${of.etcdPort}` },
    bootstrap: {
      dcs: {
        ...{ ttl: leaderLasts, loop_wait: round, retry_timeout: 5 },
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: serverSettings },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
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

function controls(etcd: Part, nodes: readonly Node[]): Databases {
  const that = async (role: string) => {
    for (const node of nodes)
      if ((await statusOf(`http://127.0.0.1:${node.restPort}/${role}`)) === 200) return node;
    throw new Error(`nobody is ${role}`);
  };
  const follower = () => that('replica');
  return {
    nodes,
    leader: () => that('primary'),
    follower,
    untilSynchronous: (ms) =>
      until('one leads and one follows', async () => Boolean(await that('synchronous')), { ms }),
    holdReplay: async () => {
      const pid = await replayer(await follower());
      process.kill(pid, 'SIGSTOP');
      return () => process.kill(pid, 'SIGCONT');
    },
    stop: () => stopAll(etcd, nodes),
  };
}

/** The process that shows what was received; told to pause by a word of SQL, Patroni would have it go on. */
async function replayer({ url }: Node): Promise<number> {
  const client = new pg.Client(url('postgres'));
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'startup'`,
  );
  await client.end();
  return rows[0]!.pid;
}

/** The one that follows first: who leads would wait for it. */
async function stopAll(etcd: Part, nodes: readonly Node[]): Promise<void> {
  for (const { patroni } of nodes) await patroni.end('SIGTERM');
  await pause(200);
  for (const node of nodes) await node.die();
  await etcd.end('SIGTERM');
}

/** The roles and the database of the product, as ops/containers makes them. */
export async function makeDatabase({ leader }: Databases): Promise<void> {
  const client = new pg.Client((await leader()).url('postgres'));
  await client.connect();
  for (const role of ['clinic', 'clinic_owner'])
    await client.query(`create role ${role} login password '${password}'`);
  await client.query('create database clinic owner clinic_owner');
  await client.end();
}

/** Programs of this trial's database that are on this machine, with their versions. */
export const databaseVersions = async (): Promise<string> => {
  const [patroni, etcd, server] = [
    await must('patroni', ['--version']),
    await must('etcd', ['--version']),
    await must(`${serverFolder()}/postgres`, ['--version']),
  ];
  const first = (text: string) => /\d+(\.\d+)+/.exec(text)?.[0] ?? '?';
  return `PostgreSQL ${first(server)}, Patroni ${first(patroni)}, etcd ${first(etcd)}`;
};
