import pg from 'pg';
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

/** @param {string} url */
async function ensureDatabase(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'clinic'");
    if (!rowCount) await client.query('create database clinic');
  } finally {
    await client.end();
  }
}
