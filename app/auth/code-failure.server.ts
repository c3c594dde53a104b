import type { SignInStep } from '#modules/identity';
import { AppError, isAppError } from '#platform/base/errors';

const said = new Set(['invalid_code', 'expired_code', 'incomplete_code']);

/** Of a code that somebody types. */
interface CodeStanding {
  readonly state: 'open' | 'locked';
  readonly triesLeft: number;
}

/** A refused code, said at its field: with the tries that are left, and without a lock of the code itself. */
export function atCode(error: unknown, step: SignInStep | CodeStanding): unknown {
  if (!isAppError(error) || !('state' in step)) return error;
  const { code } = error;
  const at = (words: string[], values?: { count: number }) =>
    new AppError(code, { ...error.details, fields: { code: words }, values });
  if (code === 'locked_code' && step.state !== 'locked') return at(['auth.error.number_locked']);
  if (!said.has(code)) return error;
  const { state, triesLeft: count } = step;
  if (code !== 'invalid_code' || state !== 'open') return at([`error.${code}`]);
  return at(['error.invalid_code', 'auth.code.tries_left'], { count });
}
