import type pg from 'pg';
import { seconds } from '../base/duration';

/** For how long nobody asks a copy that did not answer. */
const restAfterFailure = seconds(5);

/** It does not answer, or not in time. */
const away =
  /^(E(CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT|HOSTUNREACH|PIPE|AI_AGAIN)|08...|57P0[1-3]|53300)$/;
const awayInWords = /^(timeout exceeded|Connection terminated|Query read timeout|Client )/;
/** Whether what was asked of a server says that the server is away, and not that it was asked wrongly. */
export function saysAway(error: unknown): boolean {
  const { code = '', message } = error as Error & { code?: string };
  return away.test(code) || (!code && awayInWords.test(message));
}

/** It answers, and is behind: a row it needs is being replaced, or a migration has not arrived. */
const behind = /^(40001|42P01|42703|42883)$/;

type Asked = (...given: unknown[]) => Promise<unknown>;

/**
 * What answers reads from a copy of the database, and from the original while the copy is away or behind: a copy that is
 * lost makes lists slower, not absent. `onError` hears of each failure.
 */
export function copyOrOriginal(
  copy: pg.Pool,
  original: pg.Pool,
  onError: (error: Error) => void,
): pg.Pool {
  let isAway = false;
  let restsUntil = 0;
  const ask = (pool: pg.Pool, given: unknown[]) => (pool.query as Asked).apply(pool, given);
  const failed = (error: unknown) => {
    isAway = true;
    restsUntil = performance.now() + restAfterFailure;
    onError(error as Error);
  };
  // Asked by nobody who waits: behind a pooler a copy that is away answers late, not never.
  const askWhetherBack = () => {
    if (performance.now() < restsUntil) return;
    restsUntil = Infinity;
    ask(copy, ['select 1']).then(() => (isAway = false), failed);
  };
  const query: Asked = async (...given) => {
    if (isAway) {
      askWhetherBack();
      return ask(original, given);
    }
    try {
      return await ask(copy, given);
    } catch (error) {
      if (saysAway(error)) failed(error);
      else if (behind.test((error as { code?: string }).code ?? '')) onError(error as Error);
      else throw error;
      return ask(original, given);
    }
  };
  // Drizzle asks a pool for nothing else outside a transaction, and `ReadDb` opens none.
  return { query } as unknown as pg.Pool;
}
