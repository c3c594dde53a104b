import fs from 'node:fs';
import path from 'node:path';

/** A cluster that is whole and waits for the place of another. @param {string} cluster */
export const nextOf = (cluster) => `${cluster}.next`;

/** Where the cluster of an older major version stays until somebody removes it. @param {string} cluster @param {string} major */
export const keptOf = (cluster, major) => `${cluster}-${major}`;

/**
 * Puts a whole cluster in the place of another, which is kept. Killed between the two steps, the product's next start
 * takes the second one: {@link endExchange}.
 * @param {{ cluster: string, made: string, major: string }} folders major: of the one that was there
 */
export function exchange({ cluster, made, major }) {
  move(made, nextOf(cluster));
  move(cluster, keptOf(cluster, major));
  move(nextOf(cluster), cluster);
}

/**
 * Takes the last step of an exchange that was killed: nothing is in the place, and what belongs there lies beside it.
 * @param {string} inside the place, or a link to it
 */
export function endExchange(inside) {
  const link = fs.lstatSync(inside, { throwIfNoEntry: false })?.isSymbolicLink();
  const cluster = link ? path.resolve(path.dirname(inside), fs.readlinkSync(inside)) : inside;
  if (!fs.existsSync(cluster) && fs.existsSync(nextOf(cluster))) move(nextOf(cluster), cluster);
}

/** Lasting, and in this order, even where the power goes. @param {string} from @param {string} to */
function move(from, to) {
  fs.renameSync(from, to);
  for (const folder of new Set([path.dirname(from), path.dirname(to)])) {
    const handle = fs.openSync(folder, 'r');
    try {
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
  }
}
