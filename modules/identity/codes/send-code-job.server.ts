import { type I18n, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineJob, type Job, type JobHandler } from '#engine';
import english from '#messages/en/sms';
import turkish from '#messages/tr/sms';
import { minutes, seconds } from '#platform/base/duration';
import type { Locale } from '#platform/base/locale';
import type { Ctx } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import type { Account } from '../accounts.server';
import { codesSent, unsealCode } from './challenges.server';
import { codeLife } from '../rules';
import { otpChallenge, session } from '../tables.server';

const textsIn = (locale: Locale, texts: Record<string, string>): I18n => {
  const i18n = setupI18n({ locale, messages: { [locale]: texts } });
  i18n.setMessagesCompiler(compileMessage);
  return i18n;
};

const i18nIn: Record<Locale, I18n> = { en: textsIn('en', english), tr: textsIn('tr', turkish) };

const life = codeLife / minutes(1);

/**
 * In the language in which the code was asked for. Ends with the line that lets browsers fill in the code on our host
 * only; names nobody and no treatment.
 */
export const smsText = (code: string, publicUrl: string, locale: Locale): string =>
  i18nIn[locale]._('sms.code.text', { code, minutes: life, host: new URL(publicUrl).hostname });

/** The second proof after a long silence, by e-mail. */
export const proofMail = (code: string, locale: Locale): { subject: string; text: string } => ({
  subject: i18nIn[locale]._('sms.proof.subject'),
  text: i18nIn[locale]._('sms.proof.text', { code, minutes: life }),
});

/** Three tries, all within the first minute of the code's five; the code itself is never in the payload. */
export const sendCodeJob = defineJob({
  name: 'identity.send-code',
  payload: z.strictObject({ challengeId: z.uuid() }),
  retry: { limit: 2, delay: seconds(5), backoff: true },
  expiresAfter: seconds(30),
  urgent: true,
});

/** Where the mail of an account goes; null when it is gone. */
type AddressOf = (ctx: Ctx, account: Account) => Promise<string | null>;

/**
 * Sends the code of an open challenge and erases it; a repeat, or one that comes too late, sends nothing. `addressOf` is
 * asked for the second proof, which goes by mail.
 */
export const sendCodeHandler =
  (addressOf: AddressOf): JobHandler<typeof sendCodeJob.payload> =>
  (ctx, job) =>
    sendCodeOf(ctx, job, addressOf);

async function sendCodeOf(
  ctx: Ctx,
  { payload: { challengeId: id }, signal }: Job<z.infer<typeof sendCodeJob.payload>>,
  addressOf: AddressOf,
): Promise<void> {
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
  if (row.purpose === 'email-proof') {
    const proof = { id, code, locale: row.locale, sessionHash: row.browserHash, signal };
    await mailProof(ctx, proof, addressOf);
  } else {
    const text = smsText(code, ctx.services.env.PUBLIC_URL, row.locale);
    await ctx.services.ports.sms.send({ to: row.phone, text, key: id });
    codesSent(ctx.services).inc({ country: row.country });
  }
  await ctx.db
    .update(otpChallenge)
    .set({ codeCipher: null, sentAt: sqlNow })
    .where(eq(otpChallenge.id, id));
}

interface Proof {
  readonly id: string;
  readonly code: string;
  readonly locale: Locale;
  /** Of the token of the session that owes it. */
  readonly sessionHash: Buffer;
  readonly signal: AbortSignal;
}

async function mailProof(
  ctx: Ctx,
  { id, code, locale, sessionHash, signal }: Proof,
  addressOf: AddressOf,
): Promise<void> {
  const account = await owingAccount(ctx, sessionHash);
  const to = account && (await addressOf(ctx, account));
  if (to) await ctx.services.ports.mailer.send({ to, key: id, ...proofMail(code, locale) }, signal);
}

/** Whose account a session waits to be let into; null when it has ended. */
async function owingAccount(ctx: Ctx, tokenHash: Buffer): Promise<Account | null> {
  const owing = and(
    eq(session.tokenHash, tokenHash),
    eq(session.phase, 'email-proof'),
    isNull(session.endedAt),
  );
  const [row] = await ctx.db
    .select({ kind: session.principal, id: session.subjectId })
    .from(session)
    .where(owing);
  if (!row?.id || row.kind === 'staff') return null;
  return { kind: row.kind, id: row.id };
}
