import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Ctx, TxCtx } from '#platform/context';
import { hours, days, inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { readSetting } from '#platform/settings/settings';
import { isDialCodeOf, type Phone } from '../phone';
import type { Asking } from './asking-browser.server';
import { spendProof } from './proof-of-work.server';
import {
  dialCodeTraffic,
  secondsUntilBelow,
  siteTraffic,
  type DialCodeTraffic,
  type SiteTraffic,
} from './send-traffic.server';
import { sendRisk } from './settings';
import { takeLaneTurn } from './slow-lane.server';
import { AlertedRefusal, raiseAlert, type SmsAlert } from './sms-alert.server';

type Risk = z.infer<typeof sendRisk.schema>;

/** What a stranger has to show for a send while codes are asked for and not used. */
export interface ShownWork {
  readonly asking: Asking;
  /** What stands for work that was checked; null without any. */
  readonly proof: string | null;
  readonly ticket: string | null;
}

interface Send {
  readonly phone: Phone;
  /** The browser signed this number in before: nothing of this concerns it. */
  readonly known: boolean;
  readonly work: ShownWork;
}

/** A stranger has to work first. */
export class ProofNeeded extends AppError {
  constructor(readonly alert: SmsAlert) {
    super('proof_required');
  }
}

const anHour = inSeconds(hours(1));
const aDay = inSeconds(days(1));

/**
 * Judges one send by what became of the others (security 13). Nothing that strangers do here stops anybody
 * who is ready to work, but for dial codes outside the home markets and above the site's cap. Throws
 * `ProofNeeded`, an `AlertedRefusal`, `slow_lane`.
 */
export async function spendSendRisk(ctx: TxCtx, send: Send): Promise<void> {
  const { dialCode } = send.phone;
  const traffic = await dialCodeTraffic(ctx, dialCode);
  if (!send.known) await holdStranger(ctx, send, traffic);
  const { sentHour, verifiedHour } = traffic;
  if (sentHour >= 20 && verifiedHour / sentHour < 0.5)
    await raiseAlert(ctx, {
      kind: 'low-conversion',
      dialCode,
      sent: sentHour,
      verified: verifiedHour,
    });
}

async function holdStranger(
  ctx: TxCtx,
  { phone, work }: Send,
  traffic: DialCodeTraffic,
): Promise<void> {
  const risk = await readSetting(ctx, sendRisk);
  const unused = unusedAlert(risk, phone.dialCode, traffic);
  if (unused && !isDialCodeOf(phone.dialCode, risk.homeMarkets))
    throw new AlertedRefusal(unused, anHour, 'dial_code');
  const site = await siteTraffic(ctx);
  await requireRoom(ctx, risk, site);
  const alert = unused ?? busyAlert(risk, site);
  if (alert) {
    await takeWork(ctx, work, alert);
    await raiseAlert(ctx, alert);
  }
  // Every send of a stranger waits here for the one before it, so that the cap is exact.
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('identity.sends-of-strangers', 0))`,
  );
  await requireRoom(ctx, risk, await siteTraffic(ctx));
}

/** Work that was done, or one's turn in the lane; each once. */
async function takeWork(
  ctx: TxCtx,
  { asking, proof, ticket }: ShownWork,
  alert: SmsAlert,
): Promise<void> {
  if (proof !== null && (await spendProof(ctx, proof))) return;
  if (ticket !== null && (await takeLaneTurn(ctx, asking, ticket))) return;
  throw new ProofNeeded(alert);
}

function unusedAlert(
  { unused: limit }: Risk,
  dialCode: string,
  { unused, used }: DialCodeTraffic,
): SmsAlert | null {
  if (unused < Math.max(limit.atLeast, limit.ofUsed * used)) return null;
  return { kind: 'unused-codes', dialCode, sent: unused + used, verified: used };
}

function busyAlert({ site: cap }: Risk, { hour, day }: SiteTraffic): SmsAlert | null {
  if (hour * 2 < cap.perHour && day * 2 < cap.perDay) return null;
  return { kind: 'site-busy', dialCode: '', sent: hour, verified: 0 };
}

async function requireRoom(ctx: Ctx, { site: cap }: Risk, { hour, day }: SiteTraffic) {
  const overDay = day >= cap.perDay;
  if (hour < cap.perHour && !overDay) return;
  const full = overDay
    ? { cap: cap.perDay, windowSeconds: aDay }
    : { cap: cap.perHour, windowSeconds: anHour };
  const wait = await secondsUntilBelow(ctx, full);
  throw new AlertedRefusal(
    { kind: 'site-cap', dialCode: '', sent: full.cap, verified: 0 },
    wait,
    'site',
  );
}
