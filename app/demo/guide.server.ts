import { data } from '@remix-run/node';
import { z } from 'zod';
import type { Ctx } from '#platform/context';
import { days, inSeconds } from '#platform/base/duration';
import { cookieLine, readCookie } from '#app/http/session.server';
import type { PageArgs } from '#app/http/page.server';

/** Whose first visit is guided by a card on a page of Remix; the console guides staff by itself. */
type Guided = 'patient' | 'clinic';

const cookieOf = (guided: Guided): string => `guide-${guided}`;
const keptFor = inSeconds(days(365));

/** The form that closes a guide sends nothing else. */
export const closingGuide = z.object({});

/** Whether a page guides a first visit: in the demo, until it is closed in this browser. */
export function showsGuide({ services: { env } }: Ctx, { request }: PageArgs, guided: Guided) {
  return env.mode === 'demo' && readCookie(env, request, cookieOf(guided)) === null;
}

/**
 * Closes a guide in this browser for a year, by a header of the answer.
 *
 * @throws the answer 404 outside of the demo
 */
export function closeGuide({ services: { env } }: Ctx, { headers }: PageArgs, guided: Guided) {
  if (env.mode !== 'demo') throw data(null, { status: 404 });
  headers.append('Set-Cookie', cookieLine(env, cookieOf(guided), 'closed', keptFor));
}
