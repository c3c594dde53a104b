import { AppError } from '../../base/errors';

/** Why a file is no document that we take: what it is, or what it carries. */
export type UnfitReason =
  | 'type'
  | 'mismatch'
  | 'double-extension'
  | 'macros'
  | 'encrypted'
  | 'archive'
  | 'template'
  | 'linked'
  | 'fields'
  | 'encoding';

/** Why a document of a fitting type cannot be read. */
export type DamageReason = 'empty' | 'damaged' | 'too-many-pixels';

/** 415, in one of the promised texts (docs/product.md), with the reason at the field. */
export const unfit = (reason: UnfitReason): AppError =>
  new AppError('unsupported_file_type', {
    values: { what: 'document' },
    fields: { documents: [`documents.error.${reason}`] },
  });

/** 422: the file is broken rather than wrong. */
export const damaged = (reason: DamageReason): AppError =>
  new AppError('validation_failed', { fields: { documents: [`documents.error.${reason}`] } });

/** What becomes of a file over which the process that reads it ended. */
export const damagedDocument = (): AppError => damaged('damaged');
