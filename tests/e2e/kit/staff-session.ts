import type { BrowserContext } from '@playwright/test';
import { query } from './database';
import { newStaff, type NewStaff, type Place } from './new-staff';
import { codeOf } from './staff';

/**
 * A member of staff of the test's own, signed in in this browser by the API: the sign-in has tests of its own. Of the run's
 * product, when no other is named.
 */
export async function enterConsole(
  context: BrowserContext,
  role: 'reviewer' | 'admin',
  { url = process.env.E2E_URL!, ...place }: Place & { readonly url?: string } = {},
): Promise<NewStaff> {
  const staff = await newStaff(url, role, place);
  const { email, password } = staff;
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password, code: codeOf(staff) }),
  });
  const value = /^staff=([^;]+)/.exec(answer.headers.getSetCookie().join('\n'))?.[1];
  if (!value) throw new Error(`the sign-in answered ${answer.status}`);
  await context.addCookies([{ name: 'staff', value, url }]);
  return staff;
}

/** As if the second factor had been shown this long ago; the run's other people keep their time. */
export const letFactorAge = (email: string, minutes: number) =>
  query(
    `update identity.staff_session set proved_at = proved_at - make_interval(mins => $2)
     where staff_id = (select id from identity.staff_account where email = $1)`,
    [email, minutes],
  );
