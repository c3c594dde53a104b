import { AppError } from '#platform/errors';
import type { PictureFault } from '#platform/picture';

/** Why a picture is not taken, at its field. */
export const pictureRefused = (fault: PictureFault): AppError =>
  fault === 'type'
    ? new AppError('unsupported_file_type')
    : new AppError('validation_failed', {
        fields: { picture: [`onboarding.error.picture-${fault}`] },
      });
