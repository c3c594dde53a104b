import { and, eq, gt, isNull, sql, type SQL } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { inSeconds } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { isOf, ownerOf, type Account } from '../account-owner';
import { lockAccountOf } from '../lock-account.server';
import { emailLinkLife } from '../rules';
import { emailLink } from '../tables.server';

export type EmailLinkRow = typeof emailLink.$inferSelect;
type LinkKind = EmailLinkRow['kind'];

const untouched = and(isNull(emailLink.usedAt), isNull(emailLink.droppedAt))!;

/** Neither used nor dropped nor too old, by the database's clock. */
const isOpen: SQL = and(untouched, gt(emailLink.expiresAt, sql`platform.now()`))!;

const openOf = (account: Account, kind: LinkKind): SQL =>
  and(isOf(emailLink, account), eq(emailLink.kind, kind), isOpen)!;

/** The open link of a kind that an account has; null without one. */
export async function findOpenLink(
  ctx: Ctx,
  account: Account,
  kind: LinkKind,
): Promise<EmailLinkRow | null> {
  const [row] = await ctx.db.select().from(emailLink).where(openOf(account, kind));
  return row ?? null;
}

/** An open link by its id; null otherwise. */
export async function readOpenLink(ctx: Ctx, id: string): Promise<EmailLinkRow | null> {
  const [row] = await ctx.db
    .select()
    .from(emailLink)
    .where(and(eq(emailLink.id, id), isOpen));
  return row ?? null;
}

/** Takes back what is open of a kind; false when nothing was. */
export async function dropLinks(tx: TxCtx, account: Account, kind: LinkKind): Promise<boolean> {
  const dropped = await tx.db
    .update(emailLink)
    .set({ droppedAt: sqlNow })
    .where(and(isOf(emailLink, account), eq(emailLink.kind, kind), untouched))
    .returning({ expired: sql<boolean>`${emailLink.expiresAt} <= platform.now()` });
  return dropped.some(({ expired }) => !expired);
}

/** Opens a link in place of the one of its kind that was open. Of several at once, the last one stays. */
export async function openLink(
  tx: TxCtx,
  account: Account,
  {
    kind,
    email,
    previousEmail = null,
  }: {
    kind: LinkKind;
    email: string;
    previousEmail?: string | null;
  },
): Promise<string> {
  await lockAccountOf(tx, account);
  await dropLinks(tx, account, kind);
  const id = newId();
  await tx.db.insert(emailLink).values({
    id,
    ...ownerOf(account),
    kind,
    email,
    previousEmail,
    createdAt: sqlNow,
    expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(emailLinkLife)})`,
  });
  return id;
}

/** Uses an own open link up: of any number that arrive at once, one. Null for everybody else's and for a spent one. */
export async function spendLink(
  tx: TxCtx,
  account: Account,
  id: string,
): Promise<EmailLinkRow | null> {
  const [row] = await tx.db
    .update(emailLink)
    .set({ usedAt: sqlNow })
    .where(and(eq(emailLink.id, id), isOf(emailLink, account), isOpen))
    .returning();
  return row ?? null;
}
