import { eq } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { sqlNow } from '#platform/time/clock';
import type { TxCtx } from '#platform/context';
import type { ClinicRow } from '../repo.server';
import { goneSlug } from '../gone-slug';
import { slugOf } from '../slug';
import { clinic, publicAddress } from '../tables.server';

/** Four characters that are read alike by everybody. */
const suffix = (): string =>
  [...randomBytes(4)].map((byte) => 'abcdefghjkmnpqrstuvwxyz23456789'[byte % 31]).join('');

/**
 * Gives a clinic the public address that its name makes: with a short suffix where another clinic has or had it. What it
 * had before still leads to it. Nothing changes while the name makes the address that it has. The caller holds the lock
 * of its row.
 */
export async function giveAddress(
  ctx: TxCtx,
  { id, clinicName, slug }: Pick<ClinicRow, 'id' | 'clinicName' | 'slug'>,
): Promise<void> {
  const base = slugOf(clinicName);
  if (slug === base || slug?.replace(/-[a-z0-9]{4}$/, '') === base) return;
  for (let wanted = base; ; wanted = `${base}-${suffix()}`) {
    if (!(await take(ctx, id, wanted))) continue;
    await ctx.db.update(clinic).set({ slug: wanted }).where(eq(clinic.id, id));
    return;
  }
}

/** False when it is, or was, another clinic's, be it gone. */
async function take(ctx: TxCtx, clinicId: string, slug: string): Promise<boolean> {
  const [gone] = await ctx.db
    .select({ slug: publicAddress.slug })
    .from(publicAddress)
    .where(eq(publicAddress.slug, goneSlug(slug)));
  if (gone) return false;
  const taken = await ctx.db
    .insert(publicAddress)
    .values({ slug, clinicId, since: sqlNow })
    .onConflictDoNothing()
    .returning({ slug: publicAddress.slug });
  if (taken.length > 0) return true;
  const own = await ctx.db
    .select({ clinicId: publicAddress.clinicId })
    .from(publicAddress)
    .where(eq(publicAddress.slug, slug));
  return own[0]?.clinicId === clinicId;
}
