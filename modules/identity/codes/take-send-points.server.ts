import type { TxCtx } from '#platform/context';
import { days, hours, inSeconds, minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { addressBlock, pointsLeft, takePoint, type Rule } from '#platform/limits/rate-limit';
import type { z } from 'zod';
import type { Phone } from '../phone';
import { resendWait, type codeBudgets } from '../settings';
import type { AskingSide } from './asking-side';
import { tooManyCodes } from './too-many-codes';
import { triesInARow } from './try-rules';

type Budgets = z.infer<typeof codeBudgets.schema>;

interface Limit {
  readonly rule: Rule;
  readonly subject: string;
  /** Set where distinct things are counted. */
  readonly member?: string;
  /** Counted, but never a reason to refuse. */
  readonly counted?: true;
}

interface Sending {
  readonly budgets: Budgets;
  readonly phone: Phone;
  readonly side: AskingSide;
  /** Code of the failure within the cool-down. */
  readonly tooEarly: string;
}

const rule = (name: string, limit: number, window: Rule['window']): Rule => ({
  name: `identity.${name}`,
  limit,
  window,
});

const coolDown = rule('cool-down', 1, resendWait);

/** What one phone gets from one side. */
const rulesOfSide = ({ phone }: Budgets): Rule[] => [
  coolDown,
  rule('sends-per-phone-10m', phone.per10Minutes, minutes(10)),
  rule('sends-per-phone-hour', phone.perHour, hours(1)),
  rule('sends-per-phone-day', phone.perDay, days(1)),
];

/**
 * What one phone and one address may have, narrowest first: the same order everywhere keeps two sends from
 * waiting for each other. A known browser has its own budget, which nobody else can use up: no other limit
 * holds it back.
 */
function limitsOf({ budgets, phone, side }: Sending, ip: string | null): Limit[] {
  const { address } = budgets;
  const from = addressBlock(ip);
  const to = phone.number;
  const own = rulesOfSide(budgets);
  if (side.kind === 'known')
    return own.map((each) => ({ rule: each, subject: `${to} known ${side.known.id}` }));
  const asks = side.held ? 'browser' : 'address';
  const sides = { address: `${to} from ${from}`, browser: `${to} by ${side.browserToken}` };
  const ofSide = (which: keyof typeof sides): Limit[] =>
    own.map((each) => ({
      rule: each,
      subject: sides[which],
      ...(which === asks ? {} : { counted: true }),
    }));
  return [
    ...ofSide('address'),
    ...ofSide('browser'),
    {
      rule: rule('sends-per-phone-overall', budgets.phone.perDayOverall, days(1)),
      subject: to,
    },
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
  ];
}

/**
 * Takes the points of one code or throws (`tooEarly` within the cool-down, else `too_many_codes`) with the
 * time to wait; the transaction's rollback then gives back what was taken.
 */
export async function takeSendPoints(ctx: TxCtx, sending: Sending): Promise<void> {
  await requireTriesLeft(ctx, sending);
  for (const limit of limitsOf(sending, ctx.ip)) {
    const taken = await takePoint(ctx, limit.rule, limit.subject, limit.member);
    if (taken.allowed || limit.counted) continue;
    ctx.log.warn({ rule: limit.rule.name }, 'identity.send-limited');
    throw refusalOf(limit, taken.retryAfterSeconds, sending.tooEarly);
  }
}

/** A code that could not be used any more is not sent either. */
async function requireTriesLeft(ctx: TxCtx, { budgets, phone, side }: Sending): Promise<void> {
  const known = side.kind === 'known' ? side.known : null;
  const inARow = triesInARow(budgets.phone, phone.number, known);
  const { left, retryAfterSeconds } = await pointsLeft(ctx, inARow.rule, inARow.subject);
  if (left === 0) throw tooManyCodes(retryAfterSeconds);
}

function refusalOf(limit: Limit, wait: number, tooEarly: string): AppError {
  if (limit.rule === coolDown) {
    const seconds = Math.min(wait, inSeconds(resendWait));
    if (tooEarly === 'too_many_codes') return tooManyCodes(seconds);
    return new AppError(tooEarly, { retryAfterSeconds: seconds, values: { seconds } });
  }
  return tooManyCodes(wait);
}
