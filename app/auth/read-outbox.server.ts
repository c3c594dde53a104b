import path from 'node:path';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { openOutbox, type OutboxMessage } from '#platform/ports/outbox';

/** Messages of demo and test, newest first; in production there is no such page, whatever the settings. */
export async function readOutbox(ctx: Ctx, url: URL): Promise<OutboxMessage[]> {
  const { env } = ctx.services;
  if (env.mode === 'production') throw new AppError('not_found');
  const asked = url.searchParams.get('to');
  // A plus sign that nobody escaped arrives as a space.
  const to = asked === null ? undefined : asked.replace(/^ /, '+');
  return openOutbox(path.resolve(env.DATA_DIR, 'outbox')).list({ to });
}
