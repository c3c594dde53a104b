import https from 'node:https';
import { ask, pause, tell } from './ask.mjs';

/** Asks for a page that is kept and for one answer that asks the database, less than one address may in a minute. */
export async function visitors() {
  const agent = new https.Agent({ keepAlive: true });
  const told = { asked: 0, failed: 0, slowest: 0, faults: [] };
  let on = true;
  process.once('SIGTERM', () => (on = false));
  while (on) {
    told.asked += 1;
    try {
      const { status, ms } = await ask(told.asked % 2 ? '/treatments' : '/readyz', { agent });
      told.slowest = Math.max(told.slowest, Math.round(ms));
      if (status !== 200) throw new Error(`status ${status}`);
    } catch (error) {
      told.failed += 1;
      told.faults.push(error.message);
    }
    await pause(250);
  }
  tell(told);
  process.exit(0);
}
