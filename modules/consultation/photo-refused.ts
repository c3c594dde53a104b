import { AppError } from '#platform/errors';
import type { PictureFault } from '#platform/picture';

/** Why a photo is not taken, at its field. */
export const photoRefused = (fault: PictureFault): AppError =>
  fault === 'type'
    ? new AppError('unsupported_file_type')
    : new AppError('validation_failed', {
        fields: { photo: [`consultation.error.photo-${fault}`] },
      });
