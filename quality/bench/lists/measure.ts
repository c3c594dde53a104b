import type { ListCase, Side } from './side';

/** How much longer a list may take at many requests than at few. */
export const goal = 1.5;

/** Statements are parsed at the first run, have a name from the second on, and a plan for any values after five more. */
const warmUp = 7;
const rounds = 5;
/** Of a case above the goal, one after the other while it stays there. */
const further = [20, 60, 120];
/** Milliseconds: seen once or twice, as it is clear already. */
const slow = 250;

type Pair = [few: number, many: number];

export interface Measured {
  readonly name: string;
  /**
   * Milliseconds on the processor, of server and process, where they are known, by the clock otherwise. The least of all
   * rounds: what other work on the machine adds is never less than nothing.
   */
  readonly ms: Pair;
  readonly ratio: number;
  /** Of 8 kB, read by the statements of one run, wherever they lay. */
  readonly pages: Pair;
}

/**
 * Each case on both sides in turns. Those above the goal are measured again, with more rounds, once all others have been:
 * whatever kept the machine busy then may be over. What `until` leaves no time for, a fifth of it kept for
 * them, is not among the answers.
 */
export async function measure(
  cases: readonly ListCase[],
  sides: readonly [Side, Side],
  { until, onCase }: { until: number; onCase: (one: Measured) => void },
): Promise<Measured[]> {
  const measured = new Map<ListCase, Measured>();
  const note = (each: ListCase, ms: Pair, pages: Pair) => {
    const one = { name: each.name, ms, ratio: ms[1] / ms[0], pages };
    measured.set(each, one);
    onCase(one);
  };
  const firstEnds = until - (until - Date.now()) / 5;
  for (const each of cases) {
    if (Date.now() > firstEnds) break;
    const first = await warmed(each, sides);
    const pages = await inPairs(sides, (side) => pagesOf(each, side));
    note(each, Math.max(...first) > slow ? first : await shortest(each, sides, rounds), pages);
  }
  for (const more of further) {
    for (const [each, { ms, ratio, pages }] of measured) {
      if (ratio <= goal || Date.now() > until) continue;
      const again = await shortest(each, sides, Math.max(...ms) > slow ? 2 : more);
      note(each, [Math.min(ms[0], again[0]), Math.min(ms[1], again[1])], pages);
    }
  }
  return [...measured.values()];
}

const inPairs = async (
  [few, many]: readonly [Side, Side],
  work: (side: Side) => Promise<number>,
): Promise<Pair> => [await work(few), await work(many)];

/** What the last of the runs took that do not count. */
async function warmed(each: ListCase, sides: readonly [Side, Side]): Promise<Pair> {
  let last = await inPairs(sides, (side) => time(each, side));
  for (let run = 1; run < warmUp; run += 1) {
    last = await inPairs(sides, (side) => time(each, side));
    if (Math.max(...last) > slow) return last;
  }
  return last;
}

async function shortest(
  each: ListCase,
  [few, many]: readonly [Side, Side],
  turns: number,
): Promise<Pair> {
  const least: Pair = [Infinity, Infinity];
  const turn = async (which: 0 | 1) => {
    least[which] = Math.min(least[which], await time(each, which === 0 ? few : many));
  };
  for (let round = 0; round < turns; round += 1) {
    // Whoever comes second meets what the first one left behind.
    const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const which of order) await turn(which);
  }
  return least;
}

async function time(each: ListCase, side: Side): Promise<number> {
  const took = (side.processor ?? byClock)();
  // One that runs into the limit of statements took as long as the limit.
  await each.run(side).catch((error: unknown) => {
    if (!isTimeout(error)) throw new Error(each.name, { cause: error });
  });
  return took();
}

const byClock = () => {
  const began = performance.now();
  return () => performance.now() - began;
};

const pagesOf = (each: ListCase, side: Side): Promise<number> =>
  side.pagesReadBy(() => time(each, side));

const isTimeout = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code === '57014' || (cause !== undefined && isTimeout(cause));
};
