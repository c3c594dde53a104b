import { and, asc, eq, gt, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { nameForSaving } from '#platform/files/document';
import {
  columnsOf,
  deleteSomeWithFiles,
  filesAs,
  type Person,
  type PersonData,
  rowsAs,
  stepOf,
} from '#platform/privacy/person-data';
import { attachment } from './tables.server';

const isOwn = ({ kind, id }: Person): SQL =>
  and(eq(attachment.ownerId, id), eq(attachment.ownerKind, kind))!;

const eraseSome = (ctx: Ctx, which: SQL): Promise<number> =>
  deleteSomeWithFiles(ctx, attachment, which, (key) => ctx.services.ports.storage.remove(key));

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
        .select(
          columnsOf(
            attachment,
            ['id', 'name', 'contentType', 'bytes', 'createdAt', 'offerId'],
            ['messageId', 'claimedAt', 'storageKey'],
          ),
        )
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
    const { storage } = ctx.services.ports;
    yield* filesAs(
      page,
      fileOf,
      async ({ storageKey }) => (await storage.get(storageKey))?.body ?? null,
    );
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
