import { AppError } from '../../base/errors';

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const away = new Set([
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'ENOENT',
  'ENOTDIR',
  'EMFILE',
  'ENFILE',
  'ESTALE',
]);

/**
 * A failure of the disk in the words that a person can act on: `storage_full` (507) or `unavailable` (503).
 * Anything else is a fault of ours and stays what it is.
 */
export function storageFault(error: unknown): unknown {
  const code = (error as { code?: string } | null)?.code ?? '';
  if (full.has(code)) return new AppError('storage_full');
  return away.has(code) ? new AppError('unavailable') : error;
}
