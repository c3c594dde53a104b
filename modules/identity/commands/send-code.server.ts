import type { Ctx } from '#platform/context';
import { newToken } from '#platform/base/ids';
import { findChallenge } from '../codes/find-challenge.server';
import { issueCode, type CodeRequest, type SentCode } from '../codes/issue-code.server';
import { replaceChallenge } from '../codes/replace-challenge.server';
import { requireReachablePhone } from '../codes/require-phone.server';

/**
 * Sends a code. Never looks at whether the phone is known, so known and unknown ones cost and answer the
 * same. Throws `invalid_phone`, `unsupported_number`, `too_many_codes`, `unavailable`.
 */
export async function sendCode(ctx: Ctx, request: CodeRequest): Promise<SentCode> {
  const { role: purpose, browserToken } = request;
  const phone = await requireReachablePhone(ctx, request.phoneNumber);
  const earlier = await findChallenge(ctx, { purpose, browserToken });
  const held = earlier !== null && earlier.phone === phone.number && !earlier.consumed;
  return issueCode(ctx, {
    purpose,
    role: purpose,
    phone,
    knownToken: request.known ?? null,
    browserToken: held && browserToken ? browserToken : newToken(),
    held,
    request,
    tooEarly: 'too_many_codes',
    prepare: async (tx) => {
      const replaced = await findChallenge(tx, { purpose, browserToken });
      if (replaced) await replaceChallenge(tx, replaced.id);
      return 0;
    },
  });
}
