import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type SQL } from 'drizzle-orm';
import { system } from '#platform/base/actor';
import { createContext, onLivePool, type Ctx, type Services, type TxCtx } from '#platform/context';
import { milliseconds, seconds, type Duration } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { listenTo } from '#platform/process/listen';
import { eventChannel, newestOf, placesAt } from './events';
import { readerKinds, type ReaderKind } from './figures';
import { readOn } from './read-on';
import type { Listener, LiveStream } from './stream';
import { Tails, type Tail } from './tail';

/**
 * The channel on which the database says whose streams are no longer what they were: `session:<id>` is over or has
 * another token, `clinic:<id>` may hear something else than before, `shut-out:<id>` of a session: its page is to be left.
 */
const accessChannel = 'live_access';

/** What somebody may hear besides the own topic. */
export interface Access {
  readonly shared: readonly string[];
  /** Milliseconds until the session ends by itself, where that is before the next question. */
  readonly endsIn: number | null;
}

/** What each of these may hear until the `next` question; null: nothing any more. Asked for all streams at once. */
export type AccessOf = (
  ctx: Ctx,
  listeners: readonly Listener[],
  next: Duration,
) => Promise<ReadonlyArray<Access | null>>;

export interface HubOptions {
  readonly accessOf: AccessOf;
  /** Between two signs of life of a stream, and between two questions whether all sessions hold. */
  readonly beat?: Duration;
}

const hubs = new WeakMap<Services['database'], Hub>();

/** The hub of this process, by the database it listens to; the first who asks says how it works. */
export function hubOf(services: Services, options: HubOptions): Hub {
  const known = hubs.get(services.database) ?? new Hub(services, options);
  hubs.set(services.database, known);
  return known;
}

/**
 * Streams of a person in this process.
 *
 * @internal
 */
export const streamsOf = ({ database }: Pick<Services, 'database'>, own: string): number =>
  hubs.get(database)?.count(own) ?? 0;

/** Open streams of this process by who reads them. */
export const openStreamsOf = ({
  database,
}: Pick<Services, 'database'>): Record<ReaderKind, number> =>
  hubs.get(database)?.countByReader() ?? { patient: 0, clinic: 0, staff: 0 };

/**
 * Has the open pages of these sessions left at once, where their reader may not see any more what they show; a page whose session
 * merely ended stays, with what was typed. It comes before the sessions end, since a stream ends with its session.
 *
 * @param sessions a query of their `id`
 */
export async function leavePagesOf(ctx: TxCtx, sessions: SQL): Promise<void> {
  await ctx.db.execute(
    sql`select pg_notify(${accessChannel}, 'shut-out:' || id) from (${sessions}) as theirs`,
  );
}

interface Opening {
  readonly resolve: (mayListen: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Signs of life are spread over this many moments of a beat. */
const slotCount = 20;
/** What is said within this time of a reading is read together. */
const gather = milliseconds(10);
const firstWait = milliseconds(50);
const longestWait = seconds(1);

/**
 * The streams of this process. Whatever it asks of the database it asks for all of them, in rounds: who may listen to
 * what, where new topics begin, what is new. A notice makes a round due; so does every beat, since a notice may be lost
 * with a connection that does not know yet that it is dead.
 */
class Hub {
  private readonly streams = new Set<LiveStream>();
  private readonly tails = new Tails();
  /** By own topic and by session. */
  private readonly groups = new Map<string, Set<LiveStream>>();
  private readonly slots = Array.from({ length: slotCount }, () => new Set<LiveStream>());
  private readonly opening = new Map<LiveStream, Opening>();
  /** Are to follow other tails once the newest event of each is known. */
  private readonly joining = new Map<LiveStream, readonly Tail[]>();
  private readonly ctx: Ctx;
  private readonly beat: Duration;
  private stopHearing: (() => void) | null = null;
  private running = false;
  private due = false;

  constructor(
    private readonly services: Services,
    private readonly options: HubOptions,
  ) {
    this.ctx = onLivePool(createContext(services, system('live'), { requestId: newId() }));
    this.beat = options.beat ?? seconds(20);
  }

  /** Resolves with whether it may listen, once it knows where it begins; rejects when no process could say. */
  open(stream: LiveStream): Promise<boolean> {
    this.streams.add(stream);
    for (const key of keysOf(stream))
      this.groups.set(key, (this.groups.get(key) ?? new Set()).add(stream));
    this.slots[randomInt(slotCount)]!.add(stream);
    this.stopHearing ??= this.hear();
    this.wake();
    return new Promise((resolve, reject) => this.opening.set(stream, { resolve, reject }));
  }

  leave(stream: LiveStream): void {
    if (!this.streams.delete(stream)) return;
    for (const key of keysOf(stream)) {
      const group = this.groups.get(key)!;
      group.delete(stream);
      if (group.size === 0) this.groups.delete(key);
    }
    for (const slot of this.slots) slot.delete(stream);
    for (const tail of [...stream.tails, ...(this.joining.get(stream) ?? [])])
      this.tails.part(stream, tail);
    this.joining.delete(stream);
    stream.end();
    this.opening.get(stream)?.resolve(false);
    this.opening.delete(stream);
    if (this.streams.size > 0) return;
    this.stopHearing?.();
    this.stopHearing = null;
  }

  /** Streams of a person. */
  count(own: string): number {
    return this.groups.get(own)?.size ?? 0;
  }

  countByReader(): Record<ReaderKind, number> {
    const counts = { patient: 0, clinic: 0, staff: 0 };
    for (const { listener } of this.streams) {
      const kind = readerKinds.find((one) => listener.own.startsWith(`${one}:`));
      if (kind) counts[kind] += 1;
    }
    return counts;
  }

  private hear(): () => void {
    let turn = 0;
    const ticker = setInterval(() => {
      for (const stream of this.slots[turn]!) stream.beat();
      turn = (turn + 1) % slotCount;
      if (turn > 0) return;
      this.tails.spoilAll();
      this.askAgain(this.streams, { hold: false });
    }, this.beat / slotCount);
    const events = listenTo(this.services, eventChannel, {
      heard: (topic) => void (this.tails.spoil(topic) && this.wake()),
      up: () => undefined,
    });
    // Comes up last: whatever was said while nobody listened is found by asking.
    const access = listenTo(this.services, accessChannel, {
      heard: (key) => {
        const [, shutOut] = /^shut-out:(.+)/.exec(key) ?? [];
        for (const stream of this.groups.get(`session:${shutOut}`) ?? []) stream.shutOut();
        const group = [...(this.groups.get(key) ?? [])];
        if (key.startsWith('session:')) for (const stream of group) this.leave(stream);
        else this.askAgain(group, { hold: true });
      },
      up: () => {
        this.tails.spoilAll();
        this.askAgain(this.streams, { hold: true });
      },
    });
    return () => {
      clearInterval(ticker);
      events();
      access();
    };
  }

  /** Has them checked in the next round; where `hold` they are sent nothing until then. */
  private askAgain(streams: Iterable<LiveStream>, { hold }: { hold: boolean }): void {
    for (const stream of streams) {
      stream.unsure = true;
      stream.held ||= hold;
    }
    this.wake();
  }

  private wake(): void {
    this.due = true;
    if (this.running) return;
    this.running = true;
    void this.rounds().finally(() => {
      this.running = false;
      if (this.due && this.streams.size > 0) this.wake();
    });
  }

  /** A round that fails is tried again; streams stay, but for those of which it is not known yet whether they may begin. */
  private async rounds(): Promise<void> {
    let wait = firstWait;
    while (this.due && this.streams.size > 0) {
      this.due = false;
      try {
        await this.settleAccess();
        await this.settleJoining();
        this.due =
          (await readOn(this.services.database.live, this.tails, this.streams)) || this.due;
        wait = firstWait;
        await pause(gather);
      } catch (error) {
        this.services.log.warn({ err: error }, 'live.read-failed');
        for (const [stream, opened] of [...this.opening]) {
          opened.reject(error);
          this.leave(stream);
        }
        this.due = true;
        await pause(wait);
        wait = milliseconds(Math.min(wait * 2, longestWait));
      }
    }
  }

  /** Asks for all who are unsure at once. */
  private async settleAccess(): Promise<void> {
    const asked = [...this.streams].filter(({ unsure }) => unsure);
    if (asked.length === 0) return;
    for (const stream of asked) stream.unsure = false;
    const listeners = asked.map(({ listener }) => listener);
    const answers = await this.options
      .accessOf(this.ctx, listeners, this.beat)
      .catch((error: unknown) => {
        for (const stream of asked) stream.unsure = true;
        throw error;
      });
    for (const [n, stream] of asked.entries()) {
      const access = answers[n];
      // Gone, or something was heard of it while the question was under way.
      if (stream.ended || stream.unsure) continue;
      if (access) this.letIn(stream, access);
      else this.leave(stream);
    }
  }

  private letIn(stream: LiveStream, { shared, endsIn }: Access): void {
    if (endsIn !== null)
      setTimeout(() => this.askAgain([stream], { hold: false }), Math.max(endsIn, 0)).unref();
    const topics = [stream.listener.own, ...shared];
    const follows = this.joining.get(stream) ?? stream.tails;
    if (topics.length === follows.length && topics.every((topic, n) => follows[n]!.topic === topic))
      return this.joining.has(stream) ? undefined : stream.release();
    const next = topics.map((topic) => this.tails.join(stream, topic));
    for (const tail of [...stream.tails, ...follows])
      if (!next.includes(tail)) this.tails.part(stream, tail);
    this.joining.set(stream, next);
  }

  /** Lets those who are to follow other topics begin, once it is known where these stand. */
  private async settleJoining(): Promise<void> {
    const { unknown } = this.tails;
    if (unknown.length > 0) {
      const topics = unknown.map(({ topic }) => topic);
      const { live } = this.services.database;
      const { newest, settled } = await newestOf(live, topics, this.tails.settled);
      for (const [n, tail] of unknown.entries()) tail.begin(newest[n]!);
      this.tails.settled = settled;
    }
    const starts = await this.startsOf([...this.joining]);
    for (const [stream, next] of [...this.joining]) {
      // Joined while the question was under way.
      const isAsked = stream.pageAge === null || starts.has(stream);
      if (!isAsked || next.some((tail) => tail.newest === null)) continue;
      this.joining.delete(stream);
      stream.follow(next, starts.get(stream));
      this.opening.get(stream)?.resolve(true);
      this.opening.delete(stream);
      if (!stream.unsure) stream.release();
    }
  }

  /** Where the topics of those were that begin with how old their page is, in the order of the topics. */
  private async startsOf(
    joining: ReadonlyArray<[LiveStream, readonly Tail[]]>,
  ): Promise<ReadonlyMap<LiveStream, readonly number[]>> {
    const asked = joining.flatMap(([stream, tails]) =>
      stream.pageAge === null
        ? []
        : tails.map(({ topic }) => ({ stream, topic, ago: stream.pageAge! })),
    );
    if (asked.length === 0) return new Map();
    const places = await placesAt(this.services.database.live, asked, this.tails.settled);
    const starts = new Map<LiveStream, number[]>();
    for (const [n, { stream }] of asked.entries())
      starts.set(stream, [...(starts.get(stream) ?? []), places[n]!]);
    return starts;
  }
}

const keysOf = ({ listener }: LiveStream): string[] => [
  listener.own,
  `session:${listener.sessionId}`,
];
