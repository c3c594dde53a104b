import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './host.mjs';
import { freePort } from './ports.mjs';
import { Refusal } from './say.mjs';
import { generatedSecrets, withPushKey } from './secrets.mjs';

/**
 * @typedef {object} Settings
 * @property {'demo' | 'test' | 'production'} mode
 * @property {number} port
 * @property {string} host
 * @property {string} dataDir absolute
 * @property {string} publicUrl
 * @property {{ work: number, process: number, whole: number }} stopTimes in milliseconds
 * @property {string[]} courierSettings names of what a courier is given, which is nothing else
 * @property {(address: { host: string, port: number }, report: (refused: string) => void) => void} dialOnly from now on
 *   this process dials that address alone, and reports what was refused
 * @property {Record<string, string | undefined>} env for the processes, without what the data folder adds
 */

/**
 * Checks all settings before anything is touched; a refusal lists every fault, one line each.
 * @param {NodeJS.ProcessEnv} given
 * @returns {Promise<Settings>}
 */
export async function readSettings(given) {
  const { parseEnv, EnvError, courierSettings, stopTimes, guardEgress, onRefusal, addressOf } =
    await import(pathToFileURL(path.join(root, 'build/server/settings.js')).href);
  try {
    const parsed = parseEnv({ ...pending(given), ...given });
    const port = parsed.PORT || (await freePort());
    const dataDir = path.resolve(root, parsed.DATA_DIR);
    return {
      mode: parsed.mode,
      port,
      host: parsed.HOST,
      dataDir,
      publicUrl: parsed.PORT ? parsed.PUBLIC_URL : (given.PUBLIC_URL ?? `http://localhost:${port}`),
      stopTimes,
      courierSettings,
      dialOnly: ({ host, port: only }, report) => {
        onRefusal((/** @type {{ to: string }} */ { to }) => report(to));
        guardEgress([addressOf(host, only)]);
      },
      env: { ...given, PORT: String(port), DATA_DIR: dataDir },
    };
  } catch (error) {
    if (error instanceof EnvError) throw new Refusal(/** @type {Error} */ (error).message);
    throw error;
  }
}

/** What a demo gets from its data folder later; given settings come over it. @param {NodeJS.ProcessEnv} given */
function pending(given) {
  if (given.DATABASE_URL || given.TEST_DATABASE_URL) return {};
  const secrets = Object.fromEntries(generatedSecrets.map((name) => [name, 'p'.repeat(43)]));
  return { ...withPushKey(secrets), DEMO_DATABASE_URL: 'postgres://pending' };
}
