import pg from 'pg';
import { must } from '../kit/programs';
import { startEtcd, type Member } from './etcd';
import type { Network } from './network';
import { makeNode, password, serverFolder, type Node } from './node';
import { pause, until, type Ground } from './parts';

export interface Databases {
  readonly network: Network;
  readonly etcd: readonly Member[];
  readonly nodes: readonly Node[];
  leader(): Promise<Node>;
  follower(): Promise<Node>;
  /** Waits until one leads and the other follows it, so that nothing is acknowledged that both do not have. */
  untilSynchronous(ms?: number): Promise<number>;
  /** Changes what Patroni keeps in etcd of its own settings. */
  set(settings: object): Promise<void>;
  /** Lets the follower take what it is sent and show nothing of it. */
  holdReplay(): Promise<() => void>;
  stop(): Promise<void>;
}

/** An etcd of three, and two PostgreSQL under Patroni of which the second is written to before anything is acknowledged. */
export async function startDatabases(ground: Ground, network: Network): Promise<Databases> {
  const etcd = await startEtcd(ground, network);
  const nodes: Node[] = [];
  try {
    for (const name of ['a', 'b']) {
      const machine = await network.add(name);
      const node = await makeNode(ground, { name, machine, etcd: etcd.map(({ at }) => at) });
      nodes.push(node);
      await node.patroni.start();
    }
  } catch (error) {
    for (const { patroni } of nodes) console.log(patroni.said());
    await stopAll(etcd, nodes);
    throw error;
  }
  return controls(network, etcd, nodes);
}

function controls(network: Network, etcd: readonly Member[], nodes: readonly Node[]): Databases {
  const that = async (role: string) => {
    for (const node of nodes) if ((await node.status(role)) === 200) return node;
    throw new Error(`nobody is ${role}`);
  };
  const follower = () => that('replica');
  return {
    ...{ network, etcd, nodes },
    leader: () => that('primary'),
    follower,
    untilSynchronous: (ms) =>
      until('one leads and one follows', async () => Boolean(await that('synchronous')), { ms }),
    set: async (settings) => {
      const { machine, restPort } = await that('primary');
      const url = `http://${machine.address}:${restPort}/config`;
      const { status } = await fetch(url, { method: 'PATCH', body: JSON.stringify(settings) });
      if (status !== 200) throw new Error(`Patroni answered ${status}`);
    },
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
async function stopAll(etcd: readonly Member[], nodes: readonly Node[]): Promise<void> {
  for (const { patroni } of nodes) await patroni.end('SIGTERM');
  await pause(200);
  for (const node of nodes) await node.die();
  for (const { part } of etcd) await part.end('SIGTERM');
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
