import type { Ctx } from '#platform/context';
import { syncQueues } from '#engine/operations';
import { writeSetting } from '#platform/settings/settings';
import { sendCode } from '../../modules/identity/codes/send.server';
import { type SignedIn, signIn } from '../../modules/identity/sign-in.server';
import { codeBudgets, sendRisk } from '../../modules/identity/rules';
import { codeOf } from '../../modules/identity/testing';
import { registry } from '../../workflows/registry';
import { resetClock } from './clock';
import { createTestServices, type TestOverrides, type TestServices } from './services';

/** Services with a queue that knows the registry's jobs. */
export async function createQueuedServices(overrides: TestOverrides = {}): Promise<TestServices> {
  const kit = await createTestServices({ ...overrides });
  await syncQueues(kit.services.database, registry);
  return kit;
}

/** Lifts what limits the site as a whole, for tests of what limits one phone or one address. */
export async function liftSiteBudgets(
  ctx: Ctx,
  address = codeBudgets.defaults('test').address,
): Promise<void> {
  await writeSetting(ctx, codeBudgets, { ...codeBudgets.defaults('test'), address });
  await writeSetting(ctx, sendRisk, {
    ...sendRisk.defaults('test'),
    unused: { atLeast: 1_000_000, ofUsed: 1 },
    site: { perHour: 1_000_000, perDay: 1_000_000 },
  });
}

/** The clock as it is, and nobody has asked for anything yet; what limits an address or the site is lifted. */
export async function forgetLimits({
  services,
  ctx,
}: Pick<TestServices, 'services' | 'ctx'>): Promise<void> {
  await resetClock(services);
  await services.database.pool.query('delete from platform.rate_limit');
  await liftSiteBudgets(ctx(), {
    sendsPerHour: 1_000_000,
    phonesPerHour: 1_000_000,
    countriesPerDay: 1_000_000,
    wrongTriesPer5Minutes: 1_000_000,
  });
}

/** A code that one browser has asked for. */
export interface HeldCode {
  readonly phone: string;
  readonly browserToken: string;
  readonly code: string;
  readonly wrong: string;
}

export async function holdCode(
  ctx: Ctx,
  phone: string,
  role: 'patient' | 'clinic' = 'patient',
): Promise<HeldCode> {
  const { browserToken } = await sendCode(ctx, { role, phoneNumber: phone, browserToken: null });
  const code = await codeOf(ctx, phone);
  return { phone, browserToken, code, wrong: code === '000000' ? '000001' : '000000' };
}

/** One try with what a browser holds. */
export const tryCode = (
  ctx: Ctx,
  held: Pick<HeldCode, 'phone' | 'browserToken'>,
  otpCode: string,
  more: Partial<Parameters<typeof signIn>[1]> = {},
): Promise<SignedIn> =>
  signIn(ctx, {
    role: 'patient',
    phoneNumber: held.phone,
    otpCode,
    sharedDevice: false,
    browserToken: held.browserToken,
    sessionToken: null,
    ...more,
  });

/** The code of a refusal, or 'ok'. */
export const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? 'unexpected',
  );
