import { pageSize, type PublishedEvent } from './events';

/** Who hears what is new in a topic. */
interface Follower {
  hear(tail: Tail): void;
}

/** The latest events of one topic, read once for all streams of the process that follow it. */
export class Tail {
  readonly streams = new Set<Follower>();
  /** Everything up to here was read, or is older than the tail; null while that is not known. */
  newest: number | null = null;
  /** Something may have been said since. */
  stale = false;
  /** `events` are all there are after this one. */
  private from = 0;
  private events: readonly PublishedEvent[] = [];

  constructor(readonly topic: string) {}

  begin(newest: number): void {
    this.newest = this.from = newest;
  }

  /** Takes what was read after `newest`; nothing else will come up to `settled`. */
  add(page: readonly PublishedEvent[], settled: number): void {
    this.newest = Math.max(page.at(-1)?.id ?? 0, settled, this.newest!);
    const events = [...this.events, ...page];
    const over = events.length - pageSize;
    if (over > 0) this.from = events[over - 1]!.id;
    this.events = events.slice(Math.max(over, 0));
  }

  /** The events after a place; null when they begin before what is held in memory. */
  after(place: number): readonly PublishedEvent[] | null {
    if (this.newest === null || place < this.from) return null;
    if (place >= this.newest) return [];
    const first = this.events.findIndex(({ id }) => id > place);
    return first < 0 ? [] : this.events.slice(first);
  }
}

/** The tails of a process: one for each topic that some stream follows. */
export class Tails {
  /** Nothing else will come up to here, in whatever topic. */
  settled = 0;
  private readonly all = new Map<string, Tail>();

  /** The tail of a topic, which `stream` follows from now on. */
  join(stream: Follower, topic: string): Tail {
    const tail = this.all.get(topic) ?? new Tail(topic);
    this.all.set(topic, tail);
    tail.streams.add(stream);
    return tail;
  }

  part(stream: Follower, tail: Tail): void {
    tail.streams.delete(stream);
    if (tail.streams.size === 0 && this.all.get(tail.topic) === tail) this.all.delete(tail.topic);
  }

  /** Notes that something may have been said; false where nobody follows the topic. */
  spoil(topic: string): boolean {
    const tail = this.all.get(topic);
    if (tail) tail.stale = true;
    return tail !== undefined;
  }

  spoilAll(): void {
    for (const tail of this.all.values()) tail.stale = true;
  }

  get unknown(): Tail[] {
    return [...this.all.values()].filter(({ newest }) => newest === null);
  }

  get stale(): Tail[] {
    return [...this.all.values()].filter(({ stale, newest }) => stale && newest !== null);
  }
}
