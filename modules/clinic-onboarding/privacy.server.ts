import { eq, getTableColumns } from 'drizzle-orm';
import type { Ctx, TxCtx } from '#platform/context';
import { nameForSaving } from '#platform/files/document';
import { bodyOf, deleteSomeWithFiles } from '#platform/files/stored';
import { withTransaction, forgetInstances } from '#engine';
import {
  byId,
  columnsOf,
  deleteSome,
  type ExportPart,
  filesAs,
  listAs,
  listOf,
  pagesOf,
  type Person,
  type PersonData,
  rowsAs,
  stepOf,
} from '#platform/privacy/person-data';
import { detached, goneSlug } from './rules';
import {
  applicationActivity,
  clinic,
  clinicDocument,
  clinicNote,
  clinicPicture,
  clinicProfile,
  documentFiles,
  pictureFiles,
  pointChange,
  publicAddress,
  registrationDraft,
  requirementNotice,
  reviewerView,
} from './tables.server';

/**
 * Takes a clinic off its number and out of the directory, within the transaction that closes its account. Its row is
 * locked, so that offers that are being sent are seen by whoever withdraws them next.
 */
export async function detachClinic(ctx: TxCtx, { clinicId }: { clinicId: string }): Promise<void> {
  const [row] = await ctx.db
    .select({ phone: clinic.phone })
    .from(clinic)
    .where(eq(clinic.id, clinicId))
    .for('update');
  if (!row) return;
  const phone = detached(clinicId);
  await ctx.db.update(clinic).set({ phone, listed: false }).where(eq(clinic.id, clinicId));
  await ctx.db
    .update(clinicDocument)
    .set({ phone, clinicId })
    .where(eq(clinicDocument.phone, row.phone));
  await ctx.db.delete(registrationDraft).where(eq(registrationDraft.phone, row.phone));
}

/** Gives a clinic that is off its number another one, within the transaction that gives it to its account. Not listed yet. */
export async function attachClinic(
  ctx: TxCtx,
  { clinicId, phone }: { clinicId: string; phone: string },
): Promise<void> {
  await ctx.db.update(clinic).set({ phone }).where(eq(clinic.id, clinicId));
}

/** A public address says the clinic's name; what is left keeps it from others and cannot be read. */
async function eraseAddresses(ctx: Ctx, clinicId: string): Promise<number> {
  const rows = await ctx.db
    .select({ slug: publicAddress.slug })
    .from(publicAddress)
    .where(eq(publicAddress.clinicId, clinicId));
  for (const { slug } of rows)
    await ctx.db
      .update(publicAddress)
      .set({ slug: goneSlug(slug), clinicId: null })
      .where(eq(publicAddress.slug, slug));
  return rows.length;
}

/** The row goes last, and its flow with it. */
const eraseClinic = (ctx: Ctx, clinicId: string): Promise<number> =>
  withTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .delete(clinic)
      .where(eq(clinic.id, clinicId))
      .returning({ email: clinic.email });
    await forgetInstances(tx, [clinicId]);
    if (row) await ctx.services.ports.mailer.forget?.(row.email);
    return row ? 1 : 0;
  });

type DocumentRow = typeof clinicDocument.$inferSelect;
type PictureRow = typeof clinicPicture.$inferSelect;
const documentFile = ({ id, name, contentType }: DocumentRow): string =>
  `documents/${id}-${nameForSaving(name, contentType)}`;

const pictureFile = ({ id }: Pick<PictureRow, 'id'>): string => `pictures/${id}.jpg`;

function* historyOf(ctx: Ctx, id: string): Generator<ExportPart> {
  yield listOf(ctx, 'changes-asked-for', {
    table: pointChange,
    columns: columnsOf(pointChange, ['point', 'value', 'state', 'askedAt', 'decidedAt', 'reason']),
    which: eq(pointChange.clinicId, id),
  });
  yield listOf(ctx, 'public-addresses', {
    table: publicAddress,
    columns: { address: publicAddress.slug, since: publicAddress.since },
    which: eq(publicAddress.clinicId, id),
  });
  yield pagesOf(ctx, 'activity', {
    table: applicationActivity,
    columns: columnsOf(applicationActivity, ['id', 'kind', 'at', 'facts']),
    which: eq(applicationActivity.clinicId, id),
    by: 'id',
  });
}

/** A clinic's own; the names of staff and what they note for each other are theirs. */
export const personData: PersonData = {
  async *exportOf(ctx: Ctx, { kind, id }: Person) {
    if (kind === 'patient') return;
    yield listAs('clinic', async () => {
      const rows = await ctx.db.select().from(clinic).where(eq(clinic.id, id));
      return rows.map(({ cityPlain: _plain, ...row }) => row);
    });
    yield listOf(ctx, 'profile', {
      table: clinicProfile,
      columns: getTableColumns(clinicProfile),
      which: eq(clinicProfile.clinicId, id),
    });
    const documents = byId<DocumentRow>(ctx, clinicDocument, eq(clinicDocument.clinicId, id));
    const pictures = byId<PictureRow>(ctx, clinicPicture, eq(clinicPicture.clinicId, id));
    yield rowsAs('documents', async (after: { id: string } | null, limit) =>
      (await documents(after, limit)).map((doc) => {
        const {
          storageKey: _key,
          reviewedBy: _staff,
          sha256: _sum,
          noticeGiven: _told,
          ...row
        } = doc;
        return { ...row, file: documentFile(doc) };
      }),
    );
    yield rowsAs('pictures', async (after: { id: string } | null, limit) =>
      (await pictures(after, limit)).map(({ storageKey: _key, reviewedBy: _staff, ...row }) => ({
        ...row,
        file: pictureFile(row),
      })),
    );
    yield* historyOf(ctx, id);
    yield* filesAs(documents, documentFile, bodyOf(ctx, documentFiles));
    yield* filesAs(pictures, pictureFile, bodyOf(ctx, pictureFiles));
  },

  erase(ctx, { kind, id }) {
    if (kind === 'patient') return Promise.resolve('done');
    return stepOf(
      () => deleteSomeWithFiles(ctx, documentFiles, eq(clinicDocument.clinicId, id)),
      () => deleteSomeWithFiles(ctx, pictureFiles, eq(clinicPicture.clinicId, id)),
      () => eraseAddresses(ctx, id),
      () => deleteSome(ctx, applicationActivity, eq(applicationActivity.clinicId, id)),
      () => deleteSome(ctx, clinicNote, eq(clinicNote.clinicId, id)),
      () => deleteSome(ctx, reviewerView, eq(reviewerView.clinicId, id)),
      () => deleteSome(ctx, pointChange, eq(pointChange.clinicId, id)),
      () => deleteSome(ctx, requirementNotice, eq(requirementNotice.clinicId, id)),
      () => deleteSome(ctx, clinicProfile, eq(clinicProfile.clinicId, id)),
      () => eraseClinic(ctx, id),
    );
  },
};
