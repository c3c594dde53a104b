import type { Readable } from 'node:stream';
import type { photoSizes } from '#contracts/consultation';
import { openDocument, removeDocument } from '#modules/clinic-onboarding';
import { openPhoto, removePhoto } from '#modules/consultation';
import type { Actor } from '#platform/actor';
import { actAs, type Ctx } from '#platform/context';
import { AppError, isAppError } from '#platform/errors';

export interface OpenedFile {
  readonly body: Readable;
  readonly bytes: number;
  /** By content. */
  readonly type: string;
  readonly name: string;
  /** A picture that we encoded ourselves. */
  readonly inline: boolean;
}

/**
 * The bytes of a file of one of `owners`: a patient's photo, in the size that is asked for, or a clinic's document.
 *
 * @throws AppError `not_found`, the same for a file of somebody else and for none; `document_unchecked`
 */
export const openFile = (
  ctx: Ctx,
  { owners, id, size }: { owners: readonly Actor[]; id: string; size: (typeof photoSizes)[number] },
): Promise<OpenedFile> =>
  firstFound(owners, async (actor) => {
    if (actor.kind === 'patient')
      return { ...(await openPhoto(actAs(ctx, actor), { id, size })), inline: true };
    if (hasDocuments(actor)) return openDocument(actAs(ctx, actor), { id });
    throw new AppError('not_found');
  });

/**
 * Removes a file of one of `owners`.
 *
 * @throws AppError `not_found` as above; `event_refused` for a photo in a request and a document of a decided application
 */
export const removeFile = (
  ctx: Ctx,
  { owners, id }: { owners: readonly Actor[]; id: string },
): Promise<void> =>
  firstFound(owners, async (actor) => {
    if (actor.kind === 'patient') return removePhoto(actAs(ctx, actor), { id });
    if (hasDocuments(actor)) return removeDocument(actAs(ctx, actor), { id });
    throw new AppError('not_found');
  });

type DocumentOwner = Extract<Actor, { kind: 'clinic' | 'phone-verified' }>;

const hasDocuments = (actor: Actor): actor is DocumentOwner =>
  actor.kind === 'clinic' || (actor.kind === 'phone-verified' && actor.role === 'clinic');

/** What the first owner has who has it. */
async function firstFound<T>(
  owners: readonly Actor[],
  attempt: (actor: Actor) => Promise<T>,
): Promise<T> {
  for (const actor of owners) {
    try {
      return await attempt(actor);
    } catch (error) {
      if (!isAppError(error) || error.code !== 'not_found') throw error;
    }
  }
  throw new AppError('not_found');
}
