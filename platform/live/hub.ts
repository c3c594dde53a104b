import type { Services } from '../context';
import { listenTo } from '../listen';
import { channel } from './channel';

type Wake = () => void;

/** Who is to be woken in this process; listens while there is a stream. */
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

function createHub(services: Services): Hub {
  const streams = new Map<string, Set<Wake>>();
  let stop: (() => void) | undefined;
  const hearing = {
    heard: (principal: string) => streams.get(principal)?.forEach((wake) => wake()),
    // Whatever was announced while nobody listened is in the table.
    up: () => streams.forEach((wakes) => wakes.forEach((wake) => wake())),
  };
  return {
    subscribe(principal, wake) {
      const wakes = streams.get(principal) ?? new Set();
      streams.set(principal, wakes.add(wake));
      stop ??= listenTo(services, channel, hearing);
      return () => {
        wakes.delete(wake);
        if (wakes.size === 0 && streams.get(principal) === wakes) streams.delete(principal);
        if (streams.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    count: (principal) => streams.get(principal)?.size ?? 0,
  };
}
