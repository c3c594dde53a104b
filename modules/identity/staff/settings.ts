import { z } from 'zod';
import { hours } from '#platform/base/duration';
import type { Mode } from '#platform/config/env';
import { defineSetting } from '#platform/settings/settings';
import { mostAllowed } from '#platform/base/whole-number';

const count = z.number().int().min(1).max(mostAllowed);

/**
 * Wrong tries at passwords and second factors of staff, before sign-in and step-up are locked. Those of one
 * account hold everywhere; demo lets one machine play many people.
 */
export const staffTryBudgets = defineSetting({
  key: 'identity.staff-try-budgets',
  schema: z.object({
    account: z.object({ per15Minutes: count, perDay: count }),
    address: z.object({ per15Minutes: count }),
  }),
  defaults: (mode) => ({
    account: { per15Minutes: 10, perDay: 50 },
    address: { per15Minutes: mode === 'demo' ? 3_000 : 30 },
  }),
});

/** Life of an enrolment link. */
export const inviteLife = hours(72);

export interface PasswordCost {
  /** KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** argon2id as OWASP's password storage sheet sets it; tests make hundreds and need no strength. */
export const passwordCost = (mode: Mode): PasswordCost =>
  mode === 'test'
    ? { memoryCost: 64, timeCost: 1, parallelism: 1 }
    : { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
