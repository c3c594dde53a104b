import path from 'node:path';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { openOutbox, type KeptMessage, type Outbox } from '#platform/ports/outbox';

/** In production there is no such page, whatever the settings. Throws `not_found` there. */
function outboxOf(ctx: Ctx): Outbox {
  const { env } = ctx.services;
  if (env.mode === 'production') throw new AppError('not_found');
  return openOutbox(path.resolve(env.DATA_DIR, 'outbox'));
}

/** Messages of demo and test, newest first. */
export async function readOutbox(ctx: Ctx, url: URL): Promise<KeptMessage[]> {
  const asked = url.searchParams.get('to');
  // A plus sign that nobody escaped arrives as a space.
  const to = asked === null ? undefined : asked.replace(/^ /, '+');
  return outboxOf(ctx).list({ to });
}

/** An e-mail as its reader's program would show it. Throws `not_found`. */
export async function readOutboxHtml(ctx: Ctx, file: string): Promise<string> {
  const message = await outboxOf(ctx).read(file.replace(/\.html$/, ''));
  if (message?.html === undefined || !file.endsWith('.html')) throw new AppError('not_found');
  return message.html;
}
