import { sql } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { smsAlert } from '../tables.server';
import { waitWords } from './too-many-codes';

export type SmsAlert = Pick<
  typeof smsAlert.$inferInsert,
  'kind' | 'dialCode' | 'sent' | 'verified'
>;

/** A refusal that a person should hear of; the alert is written after the rollback it causes. */
export class AlertedRefusal extends AppError {
  constructor(
    readonly alert: SmsAlert,
    retryAfterSeconds: number,
    reason: 'dial_code' | 'site',
  ) {
    super('too_many_codes', { retryAfterSeconds, reason, values: waitWords(retryAfterSeconds) });
  }
}

/** One row per kind, dial code and hour; a repeat brings its numbers up to date. */
export async function raiseAlert(ctx: Ctx, alert: SmsAlert): Promise<void> {
  const { sent, verified } = alert;
  await ctx.db
    .insert(smsAlert)
    .values({ ...alert, hour: sql`date_trunc('hour', platform.now())`, at: sqlNow })
    .onConflictDoUpdate({
      target: [smsAlert.kind, smsAlert.dialCode, smsAlert.hour],
      set: { sent, verified, at: sqlNow },
    });
  ctx.log.warn(
    { alert: alert.kind, dialCode: alert.dialCode, sent, verified },
    'identity.sms-alert',
  );
}
