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
export function fairQueue(limits: FileWorkLimits) {
  /** Owners in the order of their turns; a Map keeps it. */
  const waiting = new Map<string, Waiter[]>();
  const entered = new Map<string, number>();
  let places = 0;
  let running = 0;
  let used = 0;

  function next(): void {
    const [first] = waiting;
    if (!first) return;
    const [owner, [waiter, ...rest]] = first;
    if (!waiter || running >= limits.atOnce) return;
    if (running > 0 && used + waiter.cost > limits.decodedBytes) return;
    waiting.delete(owner);
    if (rest.length > 0) waiting.set(owner, rest);
    running += 1;
    used += waiter.cost;
    waiter.go();
    next();
  }

  const drop = (owner: string, waiter: Waiter): void => {
    const rest = waiting.get(owner)?.filter((each) => each !== waiter) ?? [];
    if (rest.length > 0) waiting.set(owner, rest);
    else waiting.delete(owner);
    next();
  };

  const wait = (owner: string, cost: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiter = {
        cost,
        go: () => {
          clearTimeout(late);
          resolve();
        },
      };
      const late = setTimeout(() => {
        drop(owner, waiter);
        reject(busy());
      }, limits.wait);
      waiting.set(owner, [...(waiting.get(owner) ?? []), waiter]);
      next();
    });

  /** @throws AppError `busy` when the queue, or the owner's part of it, is full */
  function enter(owner: string): Place {
    const own = entered.get(owner) ?? 0;
    if (places >= limits.waiting || own >= limits.waitingOfOwner) throw busy();
    places += 1;
    entered.set(owner, own + 1);
    let held: number | null = null;
    const giveBack = (): void => {
      if (held === null) return;
      running -= 1;
      used -= held;
      held = null;
      next();
    };
    return {
      async turn(cost) {
        giveBack();
        await wait(owner, cost);
        held = cost;
      },
      leave() {
        giveBack();
        places -= 1;
        const left = (entered.get(owner) ?? 1) - 1;
        if (left > 0) entered.set(owner, left);
        else entered.delete(owner);
      },
    };
  }

  return { enter };
}
