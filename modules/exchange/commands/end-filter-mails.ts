import { and, eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { readSignedId, signId } from '#platform/signed-id';
import type { SavedFilter } from '../dto';
import { savedFilter } from '../tables.server';

const purpose = 'exchange.saved-filter';

function filterOf(ctx: Ctx, token: string): string {
  const id = readSignedId(ctx.services.env, purpose, token);
  if (!id) throw new AppError('invalid_link');
  return id;
}

/** For the worker: what the mail of a filter says and carries; null once its mails have ended or it is gone. */
export async function filterForMail(
  ctx: Ctx,
  { filterId, clinicId }: { filterId: string; clinicId: string },
): Promise<(Pick<SavedFilter, 'name' | 'query'> & { endToken: string }) | null> {
  const { id, name, query } = savedFilter;
  const [row] = await ctx.db
    .select({ name, query })
    .from(savedFilter)
    .where(and(eq(id, filterId), eq(savedFilter.clinicId, clinicId), eq(savedFilter.mails, true)));
  return row ? { ...row, endToken: signId(ctx.services.env, purpose, filterId) } : null;
}

/**
 * Whether the mails of the filter that a link names still come; its name is told to nobody. Throws `invalid_link` for a
 * link that we did not make.
 */
export async function filterMails(ctx: Ctx, { token }: { token: string }): Promise<boolean> {
  const [row] = await ctx.db
    .select({ mails: savedFilter.mails })
    .from(savedFilter)
    .where(eq(savedFilter.id, filterOf(ctx, token)));
  return row?.mails ?? false;
}

/** Ends the mails of a filter by the link of one of them, whoever is signed in; more than once is as once. */
export async function endFilterMails(ctx: Ctx, { token }: { token: string }): Promise<void> {
  await ctx.db
    .update(savedFilter)
    .set({ mails: false })
    .where(eq(savedFilter.id, filterOf(ctx, token)));
}
