import { setImmediate } from 'node:timers/promises';
import type { ConnectionPool } from '#platform/database/db';
import { eventsAfter, pageSize, type PublishedEvent } from './events';
import type { LiveStream } from './stream';
import type { Tail, Tails } from './tail';

/** Streams that are written to before somebody else gets a turn. */
const atOnce = 256;

interface Wanted {
  readonly tail: Tail;
  readonly after: number;
  /** What was known of the topic when it was asked: everything up to here lies before what the page leaves out. */
  readonly upTo: number;
}

/**
 * Reads what is new in every topic that may have news, and what follows each place that is older than its topic's tail
 * remembers, by one statement; informs the streams. Returns whether there is more to read.
 */
export async function readOn(
  live: Pick<ConnectionPool, 'pool'>,
  tails: Tails,
  streams: Iterable<LiveStream>,
): Promise<boolean> {
  const { stale } = tails;
  const behind = [...streams].filter((stream) => stream.behind && !stream.held);
  const wanted = new Map<string, Wanted>();
  const want = (tail: Tail, after: number) =>
    wanted.set(keyOf(tail, after), { tail, after, upTo: tail.newest! });
  for (const tail of stale) want(tail, tail.newest!);
  for (const stream of behind) for (const { tail, after } of stream.gaps()) want(tail, after);
  if (wanted.size === 0) return false;
  for (const tail of stale) tail.stale = false;
  const places = [...wanted.values()].map(({ tail, after }) => ({ topic: tail.topic, after }));
  const { pages, settled } = await eventsAfter(live, places).catch((error: unknown) => {
    for (const tail of stale) tail.stale = true;
    throw error;
  });
  const read = new Map([...wanted].map(([key, { upTo }], n) => [key, { upTo, page: pages[n]! }]));
  await sendAll(stale, settled, (tail) => read.get(keyOf(tail, tail.newest!))!.page);
  tails.settled = settled;
  for (const stream of behind) catchUp(stream, read);
  return tails.stale.length > 0 || behind.some((stream) => stream.behind && !stream.held);
}

const keyOf = (tail: Tail, after: number): string => `${after} ${tail.topic}`;

async function sendAll(
  tails: readonly Tail[],
  settled: number,
  pageOf: (tail: Tail) => readonly PublishedEvent[],
) {
  let handled = 0;
  for (const tail of tails) {
    const page = pageOf(tail);
    const whole = page.length < pageSize;
    tail.add(page, whole ? settled : 0);
    tail.stale ||= !whole;
    if (page.length === 0) continue;
    for (const stream of [...tail.streams]) {
      stream.hear(tail);
      handled += 1;
      if (handled % atOnce === 0) await setImmediate();
    }
  }
}

function catchUp(
  stream: LiveStream,
  read: ReadonlyMap<string, { page: readonly PublishedEvent[]; upTo: number }>,
): void {
  for (const { tail, after } of stream.gaps()) {
    const found = read.get(keyOf(tail, after));
    if (found) stream.fill(tail, found.page, found.page.length < pageSize ? found.upTo : 0);
  }
  if (!stream.held) stream.release();
}
