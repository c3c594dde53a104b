import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './host.mjs';
import { startCluster } from './postgres/cluster.mjs';
import { clusterFolder } from './postgres/place.mjs';

/** @import { Cluster } from './postgres/cluster.mjs' */

/**
 * The product's own PostgreSQL in a data folder, with the database `clinic` in it.
 * @param {{ dataDir: string, password: string, port?: number, onLog: (line: string) => void }} options
 * @returns {Promise<Cluster & { databaseUrl: string }>}
 */
export async function startDemoDatabase({ dataDir, password, port, onLog }) {
  const cluster = await startCluster({
    dataDir: clusterFolder(dataDir),
    password,
    port,
    onLog: (line) => void (isNews(line) && onLog(line)),
  });
  try {
    await ensureDatabase(cluster.url('postgres'));
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return { ...cluster, databaseUrl: cluster.url('clinic') };
}

/** What the server says of its daily work is of no use to the person who starts a demo. @param {string} line */
const isNews = (line) =>
  /(WARNING|ERROR|FATAL|PANIC):/.test(line) &&
  !/terminating connection|the database system is/.test(line);

/**
 * By a process of its own, that this one, which stays, does not hold the driver in memory.
 * @param {string} url
 */
export async function ensureDatabase(url) {
  const script = path.join(root, 'scripts', 'lib', 'ensure-database.mjs');
  await promisify(execFile)(process.execPath, [script], {
    cwd: root,
    env: { ...process.env, DEMO_SERVER_URL: url },
  });
}
