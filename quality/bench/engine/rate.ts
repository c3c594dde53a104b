/** Runs `work` in `loops` loops for `ms` milliseconds; each loop has instances of its own. Events per second. */
export async function rate(
  { ids, loops, ms }: { ids: readonly string[]; loops: number; ms: number },
  work: (id: string) => Promise<unknown>,
): Promise<number> {
  const end = performance.now() + ms;
  let done = 0;
  const loop = async (first: number) => {
    for (let n = first; performance.now() < end; n = (n + loops) % ids.length) {
      await work(ids[n]!);
      done += 1;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: loops }, (_, n) => loop(n)));
  return (done * 1_000) / (performance.now() - began);
}

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
