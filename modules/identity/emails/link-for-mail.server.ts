import { withTransaction } from '#engine';
import { eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import type { Account } from '../account-owner';
import { emailLink } from '../tables.server';
import { linkTokenOf } from './link-token';
import { findOpenLink, openLink, readOpenLink } from './links.server';

/** For the worker: where a link's mail goes and what it carries; null when the link is of no use any more. */
export async function linkForMail(
  ctx: Ctx,
  { linkId }: { linkId: string },
): Promise<{ kind: 'prove' | 'change'; email: string; link: string } | null> {
  const row = await readOpenLink(ctx, linkId);
  return row && { kind: row.kind, email: row.email, link: linkTokenOf(ctx.services.env, row.id) };
}

/** For the worker: the address that was to be replaced, whatever became of it; null when that is forgotten. */
export async function previousEmailOf(
  ctx: Ctx,
  { linkId }: { linkId: string },
): Promise<string | null> {
  const [row] = await ctx.db
    .select({ email: emailLink.previousEmail })
    .from(emailLink)
    .where(eq(emailLink.id, linkId));
  return row?.email ?? null;
}

/** For the worker: a link that proves an account's own address, which nobody has proved; the open one, or a new one. */
export const proofLinkOf = (
  ctx: Ctx,
  { account, email }: { account: Account; email: string },
): Promise<string> =>
  withTransaction(ctx, async (tx) => {
    const open = await findOpenLink(tx, account, 'prove');
    const id =
      open?.email === email ? open.id : await openLink(tx, account, { kind: 'prove', email });
    return linkTokenOf(tx.services.env, id);
  });
