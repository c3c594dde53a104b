import type { Services } from '#platform/context';
import { openDatabase } from '#platform/database/db';
import { newId } from '#platform/base/ids';
import { job } from '#engine';
import { syncQueues } from '#engine/operations';
import { captureLog } from '../../kit/log';
import { testEnv } from '../../kit/services';
import type { MortalCluster } from './cluster';
import { crashFlow, noteJob } from './crash.flow';
import { startNode, type Node, type Wrong } from './nodes';

const registry = {
  flows: [crashFlow],
  jobs: [job(noteJob, async () => undefined)],
  subscriptions: [],
  schedules: [],
};

/** Nodes on a database of their own, and what the observer needs to judge them. */
export interface Run {
  readonly nodes: readonly Node[];
  readonly services: Services;
  count(from: string): Promise<number>;
  /** Waits until `done`, which may fail meanwhile: the server may be away. */
  until(what: string, ms: number, done: () => Promise<boolean>): Promise<void>;
  /** No more calls; resolves when every job and timer has ended. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One node per group of client names. */
export async function startRun(
  cluster: MortalCluster,
  { name, groups, wrong }: { name: string; groups: readonly string[]; wrong?: Wrong },
): Promise<Run> {
  const url = await cluster.createDatabase(name);
  const database = openDatabase({ url, poolSize: 3, onError: () => undefined });
  await syncQueues(database, registry);
  const env = testEnv(url, cluster.dataDir);
  const services = {
    env,
    log: captureLog().log,
    database,
    eventSteps: [],
    ports: {} as never,
    fileWork: {} as never,
  };
  const instances = Array.from({ length: 24 }, newId);
  const nodes = groups.map((clients) =>
    startNode({ env: settings(url, cluster), instances, clients: [...clients], wrong }),
  );
  const count = async (from: string) => {
    const { rows } = await database.pool.query<{ n: string }>(`select count(*) as n from ${from}`);
    return Number(rows[0]!.n);
  };
  const until: Run['until'] = async (what, ms, done) => {
    for (const end = Date.now() + ms; Date.now() < end; await pause(250)) {
      const death = nodes.flatMap(({ deaths }) => deaths)[0];
      if (death) throw new Error(`a node ended by itself: ${death}`);
      if (await done().catch(() => false)) return;
    }
    throw new Error(`never: ${what}`);
  };
  const open = `pgboss.job where state < 'completed' and name = 'crash.note'`;
  return {
    nodes,
    services,
    count,
    until,
    settle: async () => {
      nodes.forEach((node) => node.hush());
      const idle = async () => (await count(open)) + (await count('flow.timer')) === 0;
      await until('every job and timer ended', 60_000, idle);
    },
    close: async () => {
      await Promise.all(nodes.map((node) => node.end()));
      await database.close();
    },
  };
}

const settings = (url: string, { dataDir }: MortalCluster): Record<string, string> => ({
  PATH: process.env.PATH!,
  TEST_DATABASE_URL: url,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
  OTP_HMAC_KEYS: 'crash-hmac-key-with-thirty-two-or-more-characters',
  OTP_CIPHER_KEYS: 'crash-cipher-key-with-thirty-two-or-more-characters',
  STAFF_CIPHER_KEYS: 'crash-staff-key-with-thirty-two-or-more-characters',
});
