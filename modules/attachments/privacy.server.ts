import { and, asc, eq, gt, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { nameForSaving } from '#platform/files/document';
import { type Person, type PersonData, rowsAs, stepOf } from '#platform/privacy/person-data';
import { attachment } from './tables.server';

const filesAtOnce = 20;

const isOwn = ({ kind, id }: Person): SQL =>
  and(eq(attachment.ownerId, id), eq(attachment.ownerKind, kind))!;

/** Files first. */
async function eraseSome(ctx: Ctx, which: SQL): Promise<number> {
  const rows = await ctx.db
    .select({ id: attachment.id, storageKey: attachment.storageKey })
    .from(attachment)
    .where(which)
    .limit(filesAtOnce);
  for (const { id, storageKey } of rows) {
    await ctx.services.ports.storage.remove(storageKey);
    await ctx.db.delete(attachment).where(eq(attachment.id, id));
  }
  return rows.length;
}

/** One step towards no file being left of the conversations about these offers, whoever sent it. */
export const eraseFilesOfTalks = (ctx: Ctx, offerIds: readonly string[]): Promise<number> =>
  eraseSome(
    ctx,
    and(
      sql`${attachment.offerId} = any(${sql.param([...offerIds])}::uuid[])`,
      isNotNull(attachment.messageId),
    )!,
  );

/** One step towards no file being left of these offers themselves. */
export const eraseFilesOfOffers = (ctx: Ctx, offerIds: readonly string[]): Promise<number> =>
  eraseSome(ctx, sql`${attachment.offerId} = any(${sql.param([...offerIds])}::uuid[])`);

/** A person's own uploads. What an accepted offer of a clinic came with belongs to that offer, and stays with it. */
export const personData: PersonData = {
  async *exportOf(ctx: Ctx, person: Person) {
    const page = (after: { id: string } | null, limit: number) =>
      ctx.db
        .select({
          id: attachment.id,
          name: attachment.name,
          contentType: attachment.contentType,
          bytes: attachment.bytes,
          createdAt: attachment.createdAt,
          offerId: attachment.offerId,
          messageId: attachment.messageId,
          claimedAt: attachment.claimedAt,
          storageKey: attachment.storageKey,
        })
        .from(attachment)
        .where(
          and(
            isOwn(person),
            eq(attachment.erased, false),
            after ? gt(attachment.id, after.id) : undefined,
          ),
        )
        .orderBy(asc(attachment.id))
        .limit(limit);
    type Listed = Awaited<ReturnType<typeof page>>[number];
    const fileOf = ({ id, name, contentType }: Pick<Listed, 'id' | 'name' | 'contentType'>) =>
      `files/${id}-${nameForSaving(name, contentType)}`;
    yield rowsAs('attachments', async (after: { id: string } | null, limit) =>
      (await page(after, limit)).map(({ storageKey: _key, ...row }) => ({
        ...row,
        file: fileOf(row),
      })),
    );
    for (let after: Listed | null = null; ;) {
      const [row]: Listed[] = await page(after, 1);
      if (!row) return;
      yield {
        kind: 'file',
        path: fileOf(row),
        open: async () => (await ctx.services.ports.storage.get(row.storageKey))?.body ?? null,
      };
      after = row;
    }
  },

  erase: (ctx, person) =>
    stepOf(() =>
      eraseSome(
        ctx,
        person.kind === 'patient'
          ? isOwn(person)
          : and(isOwn(person), or(isNull(attachment.offerId), isNotNull(attachment.messageId)))!,
      ),
    ),
};
