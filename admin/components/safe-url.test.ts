import { describe, expect, it } from 'vitest';
import { safeUrl } from './safe-url';

describe('a typed address', () => {
  it.each([
    ['https://clinic.example', 'https://clinic.example/'],
    [' http://clinic.example/a?b=c ', 'http://clinic.example/a?b=c'],
    ['HTTPS://CLINIC.example/', 'https://clinic.example/'],
  ])('%j is a link', (typed, href) => {
    expect(safeUrl(typed)).toBe(href);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt://clinic.example/%0aalert(1)',
    ' javascript:alert(1)//https://clinic.example',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://clinic.example/1',
    'file:///etc/passwd',
    '//clinic.example',
    '/admin/staff',
    'clinic.example',
    'https://',
    'https://[',
    '',
  ])('%j is text', (typed) => {
    expect(safeUrl(typed)).toBeNull();
  });
});
