import { AppError } from '../errors';
import type { FileWorkLimits } from './limits';

/** A place in the queue, from entering it until `leave`. */
export interface Place {
  /**
   * Waits until there is room for work that takes `cost`, giving back what this place held before.
   * @throws AppError `busy` when that takes too long
   */
  turn(cost: number): Promise<void>;
  leave(): void;
}

interface Waiter {
  readonly cost: number;
  readonly go: () => void;
}

const busy = (): AppError => new AppError('busy', { retryAfterSeconds: 5 });

/**
 * A queue that is fair among owners: they take turns, each with the oldest of its own, so one owner's sixty delay
 * another's one by no more than what is under way. Nobody is passed by for being large: what does not fit yet is waited for.
 */
export class FairQueue {
  /** Owners in the order of their turns; a Map keeps it. */
  readonly #waiting = new Map<string, readonly Waiter[]>();
  /** Places taken, by owner. */
  readonly #entered = new Map<string, number>();
  #places = 0;
  #running = 0;
  #used = 0;

  constructor(private readonly limits: FileWorkLimits) {}

  /** @throws AppError `busy` when the queue, or the owner's part of it, is full */
  enter(owner: string): Place {
    const own = this.#entered.get(owner) ?? 0;
    if (this.#places >= this.limits.waiting || own >= this.limits.waitingOfOwner) throw busy();
    this.#places += 1;
    this.#entered.set(owner, own + 1);
    let held: number | null = null;
    const giveBack = (): void => {
      if (held !== null) this.#giveBack(held);
      held = null;
    };
    return {
      turn: async (cost) => {
        giveBack();
        await this.#wait(owner, cost);
        held = cost;
      },
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

  #giveBack(cost: number): void {
    this.#running -= 1;
    this.#used -= cost;
    this.#next();
  }

  #wait(owner: string, cost: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = {
        cost,
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
    const { atOnce, decodedBytes } = this.limits;
    for (;;) {
      const [first] = this.#waiting;
      const [owner, [waiter, ...rest]] = first ?? ['', []];
      if (!waiter || this.#running >= atOnce) return;
      if (this.#running > 0 && this.#used + waiter.cost > decodedBytes) return;
      this.#waiting.delete(owner);
      if (rest.length > 0) this.#waiting.set(owner, rest);
      this.#running += 1;
      this.#used += waiter.cost;
      waiter.go();
    }
  }
}
