import { createHash, randomInt } from 'node:crypto';
import type { Duration } from '#platform/base/duration';
import type { PublishedEvent } from './events';
import type { Tail } from './tail';
import { topicsChanged } from './words';

/** Where a stream leaves by. */
export interface StreamOutlet {
  write(text: string): void;
  /** Bytes that were written and have not left this process. */
  waiting(): number;
  /** After what was written. */
  close(): void;
  /** At once, whatever waits. */
  cut(): void;
}

/** Who listens, as the door has found them. */
export interface Listener {
  /** The person's own topic: `patient:<id>`, `clinic:<id>`, `staff:<id>`. */
  readonly own: string;
  readonly sessionId: string;
  /** sha-256 of the session's token: another token takes the session over, and this stream ends. */
  readonly tokenHash: Buffer;
  /** The page that listens, where somebody has to know. */
  readonly page?: 'dashboard';
}

/** More than this many bytes that a reader does not take end its stream; it resumes where it was. */
const mostWaiting = 32 * 1024;

/** How long a browser waits before it connects again, in milliseconds: each its own time, so that not all come at once. */
const retryMs = () => randomInt(1_000, 10_000);

/** What `Last-Event-ID` says: a place per topic, the person's own first, and which topics the others are. */
interface Resumed {
  readonly places: readonly number[];
  readonly of: string;
}

function readResumed(text: string | null): Resumed | null {
  const [, places, of = ''] =
    /^(\d{1,15}(?:\.\d{1,15}){0,31})(?:-(\w{1,16}))?$/.exec(text ?? '') ?? [];
  return places ? { places: places.split('.').map(Number), of } : null;
}

/** Tells sets of shared topics apart. */
const markOf = (tails: readonly Tail[]): string =>
  tails.length === 1
    ? ''
    : createHash('sha256')
        .update(tails.map(({ topic }) => topic).join(' '))
        .digest('base64url')
        .replace(/[-_]/g, '')
        .slice(0, 8);

/** One open stream: where it is in each of its topics, and what is known of who listens. */
export class LiveStream {
  /** The own topic's first. */
  tails: readonly Tail[] = [];
  /** By tail: the last event that was sent. */
  private places: number[] = [];
  private mark = '';
  private resumed: Resumed | null;
  /** How long ago its page began to load, until it has begun. */
  pageAge: Duration | null;
  /** Has received nothing from the database yet. */
  opening = true;
  /** Whether its session holds, and what it may hear, is to be asked. */
  unsure = true;
  /** Is sent nothing until that is answered. */
  held = true;
  /** Has places before what the tails remember, and is sent nothing newer before those are filled. */
  behind = false;
  ended = false;

  constructor(
    readonly listener: Listener,
    private readonly outlet: StreamOutlet,
    { lastEventId, pageAge }: { lastEventId: string | null; pageAge: Duration | null },
  ) {
    this.resumed = readResumed(lastEventId);
    this.pageAge = this.resumed ? null : pageAge;
  }

  /**
   * From now on it follows these, whose newest events are known: where it was, or where they were when its page began to
   * load (`then`, by tail), or from here on.
   */
  follow(tails: readonly Tail[], then: readonly number[] = []): void {
    const [before, places] = [this.tails, this.places];
    const mark = markOf(tails);
    const { resumed } = this;
    const same = resumed?.of === mark && resumed.places.length === tails.length;
    this.places = tails.map((tail, n) => {
      const known = before.indexOf(tail);
      if (known >= 0) return places[known]!;
      const place = resumed ? (same || n === 0 ? resumed.places[n] : undefined) : then[n];
      return Math.min(place ?? tail.newest!, tail.newest!);
    });
    this.tails = tails;
    this.mark = mark && `-${mark}`;
    this.resumed = null;
    this.pageAge = null;
    const changed = `data: ${JSON.stringify({ type: topicsChanged })}\n`;
    this.write(`${this.opening ? `retry: ${retryMs()}\n` : changed}id: ${this.place()}\n\n`);
    this.opening = false;
  }

  /** Lets it hear, from where it is on. */
  release(): void {
    this.held = false;
    this.behind = this.gaps().length > 0;
    for (const tail of this.tails) this.hear(tail);
  }

  /** Sends what a tail remembers beyond its place there. */
  hear(tail: Tail): void {
    const n = this.tails.indexOf(tail);
    if (n < 0 || this.held || this.behind || this.ended) return;
    const events = tail.after(this.places[n]!);
    if (events) this.send(n, events);
    else this.behind = true;
  }

  /** Its places that are older than their tails remember. */
  gaps(): Array<{ tail: Tail; after: number }> {
    return this.tails
      .map((tail, n) => ({ tail, after: this.places[n]! }))
      .filter(({ tail, after }) => tail.after(after) === null);
  }

  /** Sends what was read for it; everything up to `upTo` has now been heard of. */
  fill(tail: Tail, events: readonly PublishedEvent[], upTo: number): void {
    const n = this.tails.indexOf(tail);
    if (n < 0 || this.held || this.ended) return;
    this.send(
      n,
      events.filter(({ id }) => id > this.places[n]!),
    );
    this.places[n] = Math.max(this.places[n]!, upTo);
  }

  /** So that nothing between here and the browser takes the connection for dead. */
  beat(): void {
    this.write(': here\n\n');
  }

  /** Its reader may not see any more what the page shows. */
  shutOut(): void {
    this.write('event: shut-out\ndata: {}\n\n');
  }

  end(): void {
    this.ended = true;
    this.outlet.close();
  }

  private send(n: number, events: readonly PublishedEvent[]): void {
    if (events.length === 0) return;
    let text = '';
    for (const { id, json } of events) {
      this.places[n] = id;
      text += `id: ${this.place()}\ndata: ${json}\n\n`;
    }
    this.write(text);
  }

  private place(): string {
    return this.places.join('.') + this.mark;
  }

  private write(text: string): void {
    if (this.ended) return;
    if (this.outlet.waiting() > mostWaiting) this.outlet.cut();
    else this.outlet.write(text);
  }
}
