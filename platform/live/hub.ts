import pg from 'pg';
import type { Services } from '../context';
import { milliseconds, seconds } from '../duration';
import { channel } from './channel';

type Wake = () => void;

/** One LISTEN connection for all open streams of a process; open while there is a stream. */
export interface Hub {
  /** Calls `wake` whenever `principal` may have something to read. The result ends it. */
  subscribe(principal: string, wake: Wake): () => void;
  /** Streams of a principal in this process. */
  count(principal: string): number;
}

const hubs = new WeakMap<Services['database'], Hub>();

/** The hub of this process, by the database it listens to. */
export function hubOf(services: Services): Hub {
  const known = hubs.get(services.database);
  if (known) return known;
  const made = createHub(services);
  hubs.set(services.database, made);
  return made;
}

/** First wait before the next try to listen; doubles up to {@link longestWait}. */
const firstWait = milliseconds(100);
const longestWait = seconds(5);

function createHub({ env, log }: Services): Hub {
  const streams = new Map<string, Set<Wake>>();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let wait = firstWait;

  const wakeAll = () => streams.forEach((wakes) => wakes.forEach((wake) => wake()));
  const again = (lost: pg.Client) => {
    if (client !== lost) return;
    client = null;
    void lost.end().catch(() => undefined);
    if (streams.size === 0) return;
    retry = setTimeout(listen, wait);
    wait = milliseconds(Math.min(wait * 2, longestWait));
  };
  const listen = () => {
    const fresh = new pg.Client({ connectionString: env.databaseUrl, keepAlive: true });
    client = fresh;
    fresh.on('error', (error) => {
      log.warn({ err: error }, 'live.connection-lost');
      again(fresh);
    });
    fresh.on('end', () => again(fresh));
    fresh.on('notification', ({ payload }) =>
      streams.get(payload ?? '')?.forEach((wake) => wake()),
    );
    fresh
      .connect()
      .then(() => fresh.query(`listen ${channel}`))
      .then(() => {
        wait = firstWait;
        // Whatever was announced while nobody listened is in the table.
        wakeAll();
      })
      .catch(() => again(fresh));
  };
  const close = () => {
    clearTimeout(retry);
    const last = client;
    client = null;
    void last?.end().catch(() => undefined);
  };

  return {
    subscribe(principal, wake) {
      if (streams.size === 0) listen();
      const wakes = streams.get(principal) ?? new Set();
      streams.set(principal, wakes.add(wake));
      return () => {
        wakes.delete(wake);
        if (wakes.size === 0 && streams.get(principal) === wakes) streams.delete(principal);
        if (streams.size === 0) close();
      };
    },
    count: (principal) => streams.get(principal)?.size ?? 0,
  };
}
