import { Router } from 'express';
import { after, days } from '#platform/base/duration';
import type { Env } from '#platform/config/env';
import { defaultLocale, locales } from '#platform/base/locale';
import { textIn } from '#app/i18n/server';

/** Told as the day until which what it says holds; asked again each time, so it never runs out. */
const holdsFor = days(180);

/** Whom to tell of a weakness, for machines (RFC 9116), and how it is dealt with, for people. */
export function securityTxt(env: Pick<Env, 'PUBLIC_URL' | 'SECURITY_CONTACT'>): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const address = (path: string) => `${env.PUBLIC_URL}/.well-known/${path}`;
  router.get('/.well-known/security.txt', (_req, res) => {
    const expires = after(new Date(), holdsFor).toISOString().replace(/T.*/, 'T00:00:00Z');
    const lines = [
      `Contact: ${contactOf(env)}`,
      `Expires: ${expires}`,
      `Preferred-Languages: ${locales.join(', ')}`,
      `Canonical: ${address('security.txt')}`,
      `Policy: ${address('security-policy.txt')}`,
    ];
    res.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
  router.get('/.well-known/security-policy.txt', (_req, res) => {
    res.type('text/plain; charset=utf-8').send(textIn(defaultLocale)('public.security_policy'));
  });
  return router;
}

/** Pages may be named over https only, so a demo names an address. */
function contactOf({ PUBLIC_URL, SECURITY_CONTACT }: Parameters<typeof securityTxt>[0]): string {
  if (SECURITY_CONTACT)
    return SECURITY_CONTACT.startsWith('https:') ? SECURITY_CONTACT : `mailto:${SECURITY_CONTACT}`;
  return PUBLIC_URL.startsWith('https:')
    ? `${PUBLIC_URL}/contact`
    : 'mailto:security@clinics.example';
}
