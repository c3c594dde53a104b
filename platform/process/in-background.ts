import type { Ctx, Services } from '../context';
import type { Database } from '../database/db';

const underWay = new WeakMap<Database, Set<Promise<void>>>();

/** Does what no answer waits for, beside the request. Where it fails, the log says so. */
export function inBackground(ctx: Ctx, work: Promise<unknown>, failed: string): void {
  const { database } = ctx.services;
  const all = underWay.get(database) ?? new Set<Promise<void>>();
  underWay.set(database, all);
  const ended = work
    .then(
      () => undefined,
      (err: unknown) => ctx.log.warn({ err }, failed),
    )
    .finally(() => all.delete(ended));
  all.add(ended);
}

/** Waits for all that runs {@link inBackground} requests at this moment. */
export const nothingBeside = async ({ database }: Pick<Services, 'database'>): Promise<void> =>
  void (await Promise.all([...(underWay.get(database) ?? [])]));
