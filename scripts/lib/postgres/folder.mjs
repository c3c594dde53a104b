import fs from 'node:fs';
import path from 'node:path';
import { Refusal } from '../say.mjs';

/** @param {string} folder whether PostgreSQL filled it */
export const isCluster = (folder) => fs.existsSync(path.join(folder, 'PG_VERSION'));

/** The major version that wrote a folder; '?' when it does not say. @param {string} folder */
export const majorOf = (folder) =>
  fs.readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim() || '?';

/** @param {string} folder @param {string} major of the server that is to run on it */
export function checkFolder(folder, major) {
  const found = majorOf(folder);
  if (found !== major) {
    throw new Refusal(
      `${folder} was written by PostgreSQL ${found}, this product brings ${major}. ${wayOut(found, major)} (docs/runbooks/data-folder.md).`,
    );
  }
  refuseUnusable(folder);
}

/** @param {string} found @param {string} major */
export const wayOut = (found, major) =>
  Number(found) > Number(major)
    ? 'Start the version of the product that wrote it, or use another DATA_DIR'
    : 'Bring it along with npm run upgrade:postgres, or use another DATA_DIR';

/** @param {string} folder */
export function refuseUnusable(folder) {
  const uid = process.getuid?.();
  if (uid && fs.statSync(path.join(folder, 'PG_VERSION')).uid !== uid) {
    throw new Refusal(
      `${folder} belongs to another user. Start as that user, or use another DATA_DIR.`,
    );
  }
  if (!fs.existsSync(path.join(folder, 'global', 'pg_control'))) {
    throw new Refusal(
      `${folder} is damaged (no pg_control). Restore a backup, or remove it to begin anew.`,
    );
  }
}
