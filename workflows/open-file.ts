import type { photoSizes } from '#contracts/consultation';
import { removeAttachment } from '#modules/attachments';
import { openDocument, openOwnPicture, removeDocument } from '#modules/clinic-onboarding';
import { openPhoto, removePhoto } from '#modules/consultation';
import type { Actor } from '#platform/base/actor';
import { actAs, type Ctx } from '#platform/context';
import { AppError, isAppError } from '#platform/base/errors';
import type { OpenedFile } from '#platform/files/stored';
import { openSentFile } from './open-sent-file';
import { openPhotoForClinic } from './photo-access';

/**
 * The bytes of a file that one of `owners` may see: a patient's own photo, in the size that is asked for; a clinic's own
 * document, picture, or copy of a photo of a request; what either sends with an offer or a message.
 *
 * @throws AppError `not_found`, the same for a file of somebody else and for none; `document_unchecked`; `busy` while the
 * copy cannot be made
 */
export const openFile = (
  ctx: Ctx,
  { owners, id, size }: { owners: readonly Actor[]; id: string; size: (typeof photoSizes)[number] },
): Promise<OpenedFile> =>
  firstFound(
    owners.flatMap((actor) => doorsOf(ctx, actor)),
    (open) => open({ id, size }),
  );

type Door = (file: { id: string; size: (typeof photoSizes)[number] }) => Promise<OpenedFile>;

/** Where somebody's files may be, one after the other. */
function doorsOf(ctx: Ctx, actor: Actor): Door[] {
  const sent: Door[] = isParty(actor) ? [({ id }) => openSentFile(actAs(ctx, actor), { id })] : [];
  if (actor.kind === 'patient') return [(file) => openPhoto(actAs(ctx, actor), file), ...sent];
  const doors: Door[] = [];
  if (actor.kind === 'clinic' && actor.approved)
    doors.push((file) => openPhotoForClinic(actAs(ctx, actor), file));
  if (actor.kind === 'clinic')
    doors.push(({ id, size }) =>
      openOwnPicture(actAs(ctx, actor), { id, size: size === 'thumb' ? 'thumb' : 'full' }),
    );
  if (hasDocuments(actor)) doors.push(({ id }) => openDocument(actAs(ctx, actor), { id }));
  return [...doors, ...sent];
}

/**
 * Removes a file of one of `owners`.
 *
 * @throws AppError `not_found` as above; `event_refused` for a photo in a request, a document of a decided
 * application and a file that was sent
 */
export const removeFile = (
  ctx: Ctx,
  { owners, id }: { owners: readonly Actor[]; id: string },
): Promise<void> =>
  firstFound(
    owners.flatMap((actor) => [
      async () => {
        if (actor.kind === 'patient') return removePhoto(actAs(ctx, actor), { id });
        if (hasDocuments(actor)) return removeDocument(actAs(ctx, actor), { id });
        throw new AppError('not_found');
      },
      ...(isParty(actor) ? [() => removeAttachment(actAs(ctx, actor), { id })] : []),
    ]),
    (remove) => remove(),
  );

type DocumentOwner = Extract<Actor, { kind: 'clinic' | 'phone-verified' }>;

/** Of a clinic's team its owners. */
const hasDocuments = (actor: Actor): actor is DocumentOwner =>
  (actor.kind === 'clinic' && actor.member.role === 'owner') ||
  (actor.kind === 'phone-verified' && actor.role === 'clinic' && !actor.owesProof);

/** Patients and approved clinics send each other files. */
const isParty = (actor: Actor): actor is Extract<Actor, { kind: 'patient' | 'clinic' }> =>
  actor.kind === 'patient' || (actor.kind === 'clinic' && actor.approved);

/** What is found first. */
async function firstFound<P, T>(places: readonly P[], look: (place: P) => Promise<T>): Promise<T> {
  for (const place of places) {
    try {
      return await look(place);
    } catch (error) {
      if (!isAppError(error) || error.code !== 'not_found') throw error;
    }
  }
  throw new AppError('not_found');
}
