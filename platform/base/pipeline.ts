/** What a statement answers after another one of its transaction has failed. */
const alreadyFailed = '25P02';

/**
 * Waits for all of what was sent at once, which takes one trip to the database: on one connection it is done in the order
 * of its sending. Nothing of it is under way any more when this ends.
 *
 * @throws what failed first; what failed only because the transaction had failed before it says nothing
 */
export async function pipeline<const T extends readonly unknown[]>(
  ...sent: { [N in keyof T]: Promise<T[N]> }
): Promise<T> {
  const ended = await Promise.allSettled(sent);
  const failures = ended.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  const failure = failures.find(({ reason }) => codeOf(reason) !== alreadyFailed) ?? failures[0];
  if (failure) throw failure.reason;
  return ended.map((each) => (each as PromiseFulfilledResult<unknown>).value) as unknown as T;
}

/** The code that PostgreSQL gave an error, also where Drizzle wraps it. */
export const codeOf = (error: unknown): string | undefined => {
  const e = error as { code?: string; cause?: { code?: string } } | null;
  return e?.code ?? e?.cause?.code;
};
