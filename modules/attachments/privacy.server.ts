import { and, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { nameForSaving } from '#platform/files/document';
import { bodyOf, deleteSomeWithFiles } from '#platform/files/stored';
import {
  byId,
  columnsOf,
  filesAs,
  type Person,
  type PersonData,
  rowsAs,
  stepOf,
} from '#platform/privacy/person-data';
import { attachment, attachmentFiles } from './tables.server';

const isOwn = ({ kind, id }: Person): SQL =>
  and(eq(attachment.ownerId, id), eq(attachment.ownerKind, kind))!;

const eraseSome = (ctx: Ctx, which: SQL): Promise<number> =>
  deleteSomeWithFiles(ctx, attachmentFiles, which);

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

const exported = [
  ...(['id', 'name', 'contentType', 'bytes', 'createdAt', 'offerId'] as const),
  ...(['messageId', 'claimedAt'] as const),
];
type Row = Pick<typeof attachment.$inferSelect, (typeof exported)[number] | 'storageKey'>;

/** A person's own uploads. What an accepted offer of a clinic came with belongs to that offer, and stays with it. */
export const personData: PersonData = {
  async *exportOf(ctx: Ctx, person: Person) {
    const page = byId<Row>(
      ctx,
      attachment,
      and(isOwn(person), eq(attachment.erased, false))!,
      columnsOf(attachment, exported, ['storageKey']),
    );
    const fileOf = ({ id, name, contentType }: Omit<Row, 'storageKey'>) =>
      `files/${id}-${nameForSaving(name, contentType)}`;
    yield rowsAs('attachments', async (after: { id: string } | null, limit) =>
      (await page(after, limit)).map(({ storageKey: _key, ...row }) => ({
        ...row,
        file: fileOf(row),
      })),
    );
    yield* filesAs(page, fileOf, bodyOf(ctx, attachmentFiles));
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
