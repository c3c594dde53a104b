import type { Services } from '#platform/context';
import { seconds, type Duration } from '#platform/base/duration';
import { isHeld } from '#platform/process/restored';

interface Working {
  stop(): Promise<void>;
}

/** How soon after `npm run open` work begins. */
const lookEvery: Duration = seconds(2);
/** A worker that does nothing says so now and then, whoever looks at its log. */
const sayEvery: Duration = seconds(60);

/** A worker that does nothing until the restored database is opened, then `work`. A database that is away opens nothing. */
export function workOnceOpened(
  services: Services,
  work: (services: Services) => Promise<Working>,
): Working {
  let working: Promise<Working> | null = null;
  let ended = false;
  let saidAt = -Infinity;
  let next: NodeJS.Timeout;
  const say = () => {
    if (performance.now() - saidAt < sayEvery) return;
    saidAt = performance.now();
    services.log.warn('restored: no work before npm run open');
  };
  const look = async () => {
    const held = await isHeld(services).catch(() => true);
    if (ended) return;
    if (held) {
      say();
      next = setTimeout(look, lookEvery);
      return;
    }
    services.log.info('opened: work begins');
    working = work(services);
    await working;
  };
  say();
  next = setTimeout(look, lookEvery);
  return {
    stop: async () => {
      ended = true;
      clearTimeout(next);
      await (await working)?.stop();
    },
  };
}
