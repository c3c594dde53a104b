import type { TxCtx } from '#platform/context';
import { days, hours, inSeconds, minutes } from '#platform/duration';
import { AppError } from '#platform/errors';
import { addressBlock, takePoint, type Rule } from '#platform/rate-limit';
import type { z } from 'zod';
import type { Phone } from '../phone';
import { resendWait, type codeBudgets } from '../settings';
import { AlertedRefusal } from './sms-alert.server';

type Budgets = z.infer<typeof codeBudgets.schema>;

interface Limit {
  readonly rule: Rule;
  readonly subject: string;
  /** Set where distinct things are counted. */
  readonly member?: string;
}

const rule = (name: string, limit: number, window: Rule['window']): Rule => ({
  name: `identity.${name}`,
  limit,
  window,
});

/**
 * Everything that limits one code, narrowest first; the site comes last because every send waits for its
 * row, and the same order everywhere keeps two sends from waiting for each other.
 */
function limitsOf(budgets: Budgets, phone: Phone, ip: string | null): Limit[] {
  const { phone: perPhone, address, site } = budgets;
  const from = addressBlock(ip);
  const to = phone.number;
  return [
    { rule: rule('sends-per-phone-10m', perPhone.per10Minutes, minutes(10)), subject: to },
    { rule: rule('sends-per-phone-hour', perPhone.perHour, hours(1)), subject: to },
    { rule: rule('sends-per-phone-day', perPhone.perDay, days(1)), subject: to },
    { rule: rule('sends-per-address', address.sendsPerHour, hours(1)), subject: from },
    {
      rule: rule('phones-per-address', address.phonesPerHour, hours(1)),
      subject: from,
      member: to,
    },
    {
      rule: rule('countries-per-address', address.countriesPerDay, days(1)),
      subject: from,
      member: phone.country,
    },
    { rule: rule('sends-per-site-hour', site.perHour, hours(1)), subject: '' },
    { rule: rule('sends-per-site-day', site.perDay, days(1)), subject: '' },
  ];
}

/**
 * Takes the points of one code or throws (`tooEarly` within the cool-down, else `too_many_codes`) with the
 * time to wait; the transaction's rollback then gives back what was taken.
 */
export async function takeSendPoints(
  ctx: TxCtx,
  { budgets, phone, tooEarly }: { budgets: Budgets; phone: Phone; tooEarly: string },
): Promise<void> {
  const coolDown = await takePoint(ctx, rule('cool-down', 1, resendWait), phone.number);
  if (!coolDown.allowed) {
    const wait = Math.min(coolDown.retryAfterSeconds, inSeconds(resendWait));
    throw new AppError(tooEarly, { retryAfterSeconds: wait, values: { seconds: wait } });
  }
  for (const limit of limitsOf(budgets, phone, ctx.ip)) {
    const taken = await takePoint(ctx, limit.rule, limit.subject, limit.member);
    if (taken.allowed) continue;
    ctx.log.warn({ rule: limit.rule.name }, 'identity.send-limited');
    const wait = taken.retryAfterSeconds;
    if (limit.subject !== '') throw new AppError('too_many_codes', { retryAfterSeconds: wait });
    const sent = limit.rule.limit;
    throw new AlertedRefusal({ kind: 'site-cap', dialCode: '', sent, verified: 0 }, wait);
  }
}
