import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { newToken } from '#platform/base/ids';
import { findChallenge } from '../codes/find-challenge.server';
import { issueCode, type CodeRequest, type SentCode } from '../codes/issue-code.server';
import { replaceChallenge } from '../codes/replace-challenge.server';
import { requireReachablePhone } from '../codes/require-phone.server';
import { triesPerChallenge } from '../settings';

/**
 * Replaces the code of this browser; wrong tries are carried over. A browser that holds no challenge for
 * this phone gets a first one, under the same budgets. Throws `resend_too_early`, `locked_code` and what
 * `sendCode` throws.
 */
export async function resendCode(ctx: Ctx, request: CodeRequest): Promise<SentCode> {
  const { role: purpose, browserToken } = request;
  const phone = await requireReachablePhone(ctx, request.phoneNumber);
  const earlier = await findChallenge(ctx, { purpose, browserToken });
  const held = earlier !== null && earlier.phone === phone.number && !earlier.consumed;
  if (held && earlier.locked) throw new AppError('locked_code');
  return issueCode(ctx, {
    purpose,
    role: purpose,
    phone,
    knownToken: request.known ?? null,
    browserToken: held && browserToken ? browserToken : newToken(),
    held,
    request,
    tooEarly: 'resend_too_early',
    prepare: async (tx) => {
      const burnt = earlier ? await replaceChallenge(tx, earlier.id) : 0;
      if (!held) return 0;
      if (burnt >= triesPerChallenge) throw new AppError('locked_code');
      return burnt;
    },
  });
}
