import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sqlNow } from '#platform/clock';
import type { Ctx } from '#platform/context';
import { seconds } from '#platform/duration';
import { defineJob, type JobHandler } from '#platform/jobs';
import type { Locale } from '#platform/locale';
import { unsealCode } from '../codes/code-secrets';
import { otpChallenge, patient } from '../tables.server';
import { proofMail, smsText } from './code-text.server';

/** Three tries, all within the first minute of the code's five; the code itself is never in the payload. */
export const sendCodeJob = defineJob({
  name: 'identity.send-code',
  payload: z.strictObject({ challengeId: z.uuid() }),
  retry: { limit: 2, delay: seconds(5), backoff: true },
  expiresAfter: seconds(30),
  urgent: true,
});

/** Sends the code of an open challenge and erases it; a repeat, or one that comes too late, sends nothing. */
export const sendCodeHandler: JobHandler<typeof sendCodeJob.payload> = async (ctx, job) => {
  const { challengeId: id } = job.payload;
  const [row] = await ctx.db
    .select()
    .from(otpChallenge)
    .where(
      and(
        eq(otpChallenge.id, id),
        isNotNull(otpChallenge.codeCipher),
        inArray(otpChallenge.status, ['cooling', 'resendable']),
        sql`${otpChallenge.expiresAt} > platform.now()`,
      ),
    );
  if (!row?.codeCipher) return;
  const code = unsealCode(ctx.services.env, id, row.codeCipher);
  if (row.purpose === 'email-proof')
    await mailProof(ctx, { id, phone: row.phone, code, locale: row.locale });
  else {
    const text = smsText(code, ctx.services.env.PUBLIC_URL, row.locale);
    await ctx.services.ports.sms.send({ to: row.phone, text, key: id });
  }
  await ctx.db
    .update(otpChallenge)
    .set({ codeCipher: null, sentAt: sqlNow })
    .where(eq(otpChallenge.id, id));
};

interface Proof {
  readonly id: string;
  readonly phone: string;
  readonly code: string;
  readonly locale: Locale;
}

async function mailProof(ctx: Ctx, proof: Proof) {
  const [person] = await ctx.db
    .select({ email: patient.email })
    .from(patient)
    .where(eq(patient.phone, proof.phone));
  if (!person) return;
  await ctx.services.ports.mailer.send({
    to: person.email,
    key: proof.id,
    ...proofMail(proof.code, proof.locale),
  });
}
