import pg from 'pg';
import type { Services } from '../context';
import { milliseconds, seconds } from '../base/duration';

/** What somebody does about one channel of NOTIFY. */
export interface Hearing {
  readonly heard: (payload: string) => void;
  /** From now on nothing is missed; whatever was said before may have been. */
  readonly up: () => void;
  /** From now on something may be missed. */
  readonly down?: () => void;
}

type Needs = Pick<Services, 'database' | 'env' | 'log'>;

interface Listener {
  add(channel: string, hearing: Hearing): () => void;
  end(): void;
}

const listeners = new WeakMap<Services['database'], Listener>();

/**
 * Hears a channel of the database until the result is called. One connection for all channels of a process, open while
 * there is somebody to hear; lost, it comes back by itself.
 */
export function listenTo(services: Needs, channel: string, hearing: Hearing): () => void {
  const known = listeners.get(services.database) ?? createListener(services);
  listeners.set(services.database, known);
  return known.add(channel, hearing);
}

/** Closes the connection for good, whoever still hears. */
export const endListening = ({ database }: Pick<Services, 'database'>): void =>
  listeners.get(database)?.end();

/** First wait before the next try; doubles up to {@link longestWait}. */
const firstWait = milliseconds(100);
const longestWait = seconds(5);

interface Ends {
  readonly heard: (channel: string, payload: string) => void;
  readonly up: () => void;
  readonly lost: () => void;
}

/** A connection that listens to `names`; may be lost before it was up, and more than once. */
function connection(
  { env, log }: Needs,
  names: readonly string[],
  { heard, up, lost }: Ends,
): pg.Client {
  const client = new pg.Client({ connectionString: env.databaseDirectUrl, keepAlive: true });
  client.on('error', (error) => {
    log.warn({ err: error }, 'live.connection-lost');
    lost();
  });
  client.on('end', lost);
  client.on('notification', ({ channel, payload }) => heard(channel, payload ?? ''));
  client
    .connect()
    .then(() => client.query(names.map((name) => `listen ${name}`).join(';')))
    .then(up)
    .catch(lost);
  return client;
}

function createListener(needs: Needs): Listener {
  const channels = new Map<string, Set<Hearing>>();
  let client: pg.Client | null = null;
  let up = false;
  let retry: NodeJS.Timeout | undefined;
  let wait = firstWait;

  const everybody = () => [...channels.values()].flatMap((hearings) => [...hearings]);
  const again = (lost: pg.Client) => {
    if (client !== lost) return;
    client = null;
    if (up) for (const { down } of everybody()) down?.();
    up = false;
    void lost.end().catch(() => undefined);
    if (channels.size === 0) return;
    retry = setTimeout(connect, wait);
    wait = milliseconds(Math.min(wait * 2, longestWait));
  };
  const connect = () => {
    const fresh = connection(needs, [...channels.keys()], {
      heard: (channel, payload) => channels.get(channel)?.forEach(({ heard }) => heard(payload)),
      up: () => {
        if (client !== fresh) return;
        wait = firstWait;
        up = true;
        for (const hearing of everybody()) hearing.up();
      },
      lost: () => again(fresh),
    });
    client = fresh;
  };
  /** A channel that comes or goes while the connection stands. */
  const change = (to: pg.Client, words: string, then?: () => void) =>
    void to.query(words).then(then, () => again(to));
  const close = () => {
    clearTimeout(retry);
    const last = client;
    client = null;
    up = false;
    void last?.end().catch(() => undefined);
  };

  return {
    add(channel, hearing) {
      const hearings = channels.get(channel) ?? new Set();
      channels.set(channel, hearings.add(hearing));
      if (channels.size === 1 && hearings.size === 1) connect();
      // Also for a connection that is still being made: what it has been asked for by then may lack this one.
      else if (client && hearings.size === 1)
        change(client, `listen ${channel}`, () => up && hearing.up());
      else if (up) hearing.up();
      return () => {
        if (!hearings.delete(hearing) || hearings.size > 0) return;
        channels.delete(channel);
        if (channels.size === 0) close();
        else if (client && up) change(client, `unlisten ${channel}`);
      };
    },
    end() {
      channels.clear();
      close();
    },
  };
}
