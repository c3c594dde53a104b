/** Lets at most `limit` pieces of work run at once; the others wait in line. */
export function createGate(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const line: Array<() => void> = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => line.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
