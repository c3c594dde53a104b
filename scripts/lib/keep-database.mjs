import { startDemoDatabase } from './demo-database.mjs';
import { sleep } from './processes.mjs';
import { oneLine } from './say.mjs';

/**
 * The demo's PostgreSQL, started again on the same port when it dies.
 * @param {object} options
 * @param {string} options.dataDir
 * @param {string} options.password
 * @param {(line: string) => void} options.onLog
 * @param {(pid: number) => void} options.onStart
 * @param {(reason: string) => void} options.onLost it died and does not come back
 */
export async function keepDatabase({ dataDir, password, onLog, onStart, onLost }) {
  let stopping = false;
  let current = await startDemoDatabase({ dataDir, password, onLog });
  const { port, databaseUrl } = current;
  onStart(current.pid);

  void (async () => {
    for (;;) {
      const code = await current.exited;
      if (stopping) return;
      onLog(`ended (${code ?? 'killed'}); starting again`);
      try {
        current = await again();
      } catch (error) {
        return onLost(oneLine(error));
      }
      onStart(current.pid);
    }
  })();

  /** The children of a killed server need a moment to let go of its memory and its port. */
  async function again() {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await startDemoDatabase({ dataDir, password, port, onLog });
      } catch (error) {
        if (attempt === 20 || stopping) throw error;
        await sleep(250);
      }
    }
  }

  return {
    databaseUrl,
    /** @param {number} ms */
    async stop(ms) {
      stopping = true;
      await current.stop(ms);
    },
  };
}
