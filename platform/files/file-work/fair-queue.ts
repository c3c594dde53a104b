import { AppError } from '../../base/errors';
import type { FileWorkLimits } from './limits';
import type { Pool } from '../../ports/file-work';
import type { Cost } from './task';

/** A place in the queue, from entering it until `leave`. */
export interface Place {
  /**
   * Waits until there is room for work that takes `cost`, giving back what this place held before.
   * @throws AppError `busy` when that takes too long
   */
  turn(cost: Cost): Promise<void>;
  /** Counts milliseconds of CPU against the owner. */
  spend(cpu: number): void;
  leave(): void;
}

interface Waiter {
  readonly bytes: number;
  readonly go: () => void;
}

const busy = (): AppError => new AppError('busy', { retryAfterSeconds: 5 });

/**
 * A queue that is fair among owners: whose files took least CPU in the last minutes is next, with the oldest of its own;
 * among equals they take turns. So one owner's sixty delay another's one by no more than what is under way, and whoever
 * sends expensive files waits behind the others. Who is next is not passed by for being large: what does not fit yet is
 * waited for. Pictures and documents have rooms of their own and one account.
 */
export class FairQueue {
  /** Places taken, by owner. */
  readonly #entered = new Map<string, number>();
  readonly #spent = new Spent();
  readonly #rooms: Readonly<Record<Pool, Room>>;
  #places = 0;

  constructor(private readonly limits: FileWorkLimits) {
    const spentBy = (owner: string) => this.#spent.by(owner);
    this.#rooms = {
      pictures: new Room(limits, limits.atOnce, spentBy),
      documents: new Room(limits, limits.documentsAtOnce, spentBy),
    };
  }

  /** @throws AppError `busy` when the queue, or the owner's part of it, is full */
  enter(owner: string): Place {
    const own = this.#entered.get(owner) ?? 0;
    if (this.#places >= this.limits.waiting || own >= this.limits.waitingOfOwner) throw busy();
    this.#places += 1;
    this.#entered.set(owner, own + 1);
    let giveBack = (): void => undefined;
    return {
      turn: async ({ pool, bytes }) => {
        giveBack();
        giveBack = () => undefined;
        await this.#rooms[pool].wait(owner, bytes);
        giveBack = () => this.#rooms[pool].giveBack(bytes);
      },
      spend: (cpu) => this.#spent.add(owner, cpu),
      leave: () => {
        giveBack();
        this.#leave(owner);
      },
    };
  }

  #leave(owner: string): void {
    this.#places -= 1;
    const left = (this.#entered.get(owner) ?? 1) - 1;
    if (left > 0) this.#entered.set(owner, left);
    else this.#entered.delete(owner);
  }
}

/** Who waits for one process, and what is under way in it. */
class Room {
  /** Owners in the order of their turns; a Map keeps it. */
  readonly #waiting = new Map<string, readonly Waiter[]>();
  #running = 0;
  #used = 0;

  constructor(
    private readonly limits: FileWorkLimits,
    private readonly atOnce: number,
    private readonly spentBy: (owner: string) => number,
  ) {}

  giveBack(bytes: number): void {
    this.#running -= 1;
    this.#used -= bytes;
    this.#next();
  }

  wait(owner: string, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = {
        bytes,
        go: () => {
          clearTimeout(late);
          resolve();
        },
      };
      const late = setTimeout(() => {
        this.#drop(owner, waiter);
        reject(busy());
      }, this.limits.wait);
      this.#waiting.set(owner, [...(this.#waiting.get(owner) ?? []), waiter]);
      this.#next();
    });
  }

  #drop(owner: string, waiter: Waiter): void {
    const rest = this.#waiting.get(owner)?.filter((each) => each !== waiter) ?? [];
    if (rest.length > 0) this.#waiting.set(owner, rest);
    else this.#waiting.delete(owner);
    this.#next();
  }

  /** Lets in whose turn it is, as long as there is room. */
  #next(): void {
    for (;;) {
      const owner = this.#first();
      const [waiter, ...rest] = this.#waiting.get(owner) ?? [];
      if (!waiter || this.#running >= this.atOnce) return;
      if (this.#running > 0 && this.#used + waiter.bytes > this.limits.decodedBytes) return;
      this.#waiting.delete(owner);
      if (rest.length > 0) this.#waiting.set(owner, rest);
      this.#running += 1;
      this.#used += waiter.bytes;
      waiter.go();
    }
  }

  /** Of those who spent least, who waits longest for a turn. */
  #first(): string {
    let [first, least] = ['', Infinity];
    for (const owner of this.#waiting.keys()) {
      const spent = this.spentBy(owner);
      if (spent < least) [first, least] = [owner, spent];
    }
    return first;
  }
}

/** Milliseconds in which what was spent counts half; and owners that are held in memory. */
const halfLife = 120_000;
const ownersAtMost = 2_000;
/** Milliseconds of CPU that make no difference: owners who send files of every day take turns. */
const grain = 250;

/** CPU that the files of each owner took in the last minutes. */
class Spent {
  /** Who spent last is last. */
  readonly #by = new Map<string, { readonly cpu: number; readonly at: number }>();

  add(owner: string, cpu: number): void {
    const now = performance.now();
    const all = this.#now(owner, now) + cpu;
    this.#by.delete(owner);
    this.#by.set(owner, { cpu: all, at: now });
    if (this.#by.size > ownersAtMost) this.#by.delete(this.#by.keys().next().value!);
  }

  by(owner: string): number {
    return Math.floor(this.#now(owner, performance.now()) / grain);
  }

  #now(owner: string, now: number): number {
    const { cpu, at } = this.#by.get(owner) ?? { cpu: 0, at: now };
    return cpu * 2 ** ((at - now) / halfLife);
  }
}
