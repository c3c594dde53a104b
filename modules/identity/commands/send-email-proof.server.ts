import { audit, withTransaction } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { days } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { takePoint, type Rule } from '#platform/limits/rate-limit';
import { findChallenge } from '../codes/find-challenge.server';
import { openChallenge } from '../codes/open-challenge.server';
import { replaceChallenge } from '../codes/replace-challenge.server';
import { tooManyCodes } from '../codes/too-many-codes';
import { owedAccount } from '../owed-proof.server';
import { readPhone } from '../phone';
import { resendWait, triesPerChallenge } from '../settings';

const coolDown: Rule = { name: 'identity.proof-cool-down', limit: 1, window: resendWait };
/** Of an account, which has its number and its role. */
const perDay: Rule = { name: 'identity.proofs-per-phone-day', limit: 5, window: days(1) };

/**
 * Sends the second proof to the e-mail address of an account that was silent for long (security 17). Only a
 * session that owes it may ask. Throws `forbidden`, `resend_too_early`, `too_many_codes`, `locked_code`.
 */
export async function sendEmailProof(
  ctx: Ctx<ActorOf<'phone-verified'>>,
  { sessionToken }: { sessionToken: string },
): Promise<void> {
  await owedAccount(ctx);
  const reading = readPhone(ctx.actor.phone);
  if (!reading.ok) throw new AppError('forbidden');
  const { phone } = reading;
  const { role } = ctx.actor;
  const subject = `${role}:${phone.number}`;
  await withTransaction(ctx, async (tx) => {
    const early = await takePoint(tx, coolDown, subject);
    const { retryAfterSeconds: wait } = early;
    if (!early.allowed)
      throw new AppError('resend_too_early', {
        retryAfterSeconds: wait,
        values: { seconds: wait },
      });
    const taken = await takePoint(tx, perDay, subject);
    if (!taken.allowed) throw tooManyCodes(taken.retryAfterSeconds);
    const purpose = 'email-proof';
    const held = await findChallenge(tx, { purpose, browserToken: sessionToken });
    const attempts = held ? await replaceChallenge(tx, held.id) : 0;
    if (attempts >= triesPerChallenge) throw new AppError('locked_code');
    await openChallenge(tx, { purpose, phone, browserToken: sessionToken, attempts });
    await audit(tx, { action: 'identity.code-requested', facts: { purpose, principal: role } });
  });
}
