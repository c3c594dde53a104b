import { describe, expect, it } from 'vitest';
import { safeRedirect } from './current-step.server';

const home = '/consultation';

describe('safeRedirect', () => {
  it.each([
    '/my-offers',
    '/request-detail/1?tab=2#photos',
    '/consultation/photos',
    '/profile',
    '/?a=b',
    '/loginx',
  ])('goes to %s', (to) => expect(safeRedirect(to, home)).toBe(to));

  it.each([
    null,
    undefined,
    '',
    'my-offers',
    '//evil.example',
    '///evil.example',
    '////evil.example/x',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\\/evil.example',
    'https://evil.example',
    'http:evil.example',
    'HTTPS://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    ' /evil',
    '\t//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nSet-Cookie: a=b',
    '/\u0000/evil',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    '/./\\evil.example',
    '@evil.example',
    '.evil.example',
    '?next=//evil.example',
    '#//evil.example',
    ':80/evil',
    '/\u202eevil',
    '/\u200b/evil',
    `/${'a'.repeat(1_001)}`,
    '/login',
    '/login?redirectTo=/login',
    '/register',
    '/logout',
    '/api/auth/logout',
    '/clinic-login',
  ])('stays home for %j', (to) => expect(safeRedirect(to, home)).toBe(home));

  it('always stays on the site as a browser reads it', () => {
    const site = 'https://clinics.example';
    for (const to of [
      '/a//b',
      '/%5cevil.example',
      '/%2f%2fevil.example',
      '/x@evil.example',
      '/;//evil.example',
    ])
      expect(new URL(safeRedirect(to, home), site).origin).toBe(site);
  });
});
