import { expect, it } from 'vitest';
import { keyFinder } from './vite-own-messages';

const keys = ['a.b', 'a.b.title', 'a.bc', 'a.c.x-1', 'a.c.x.text', 'a-d.e_f', 'p.title', 'p.other'];

it.each([
  [`t('a.b')`, ['a.b', 'a.b.title']],
  [`t(x ? "a.bc" : \`a.b.title\`)`, ['a.b.title', 'a.bc']],
  ['t(`a.c.${list}`)', ['a.c.x-1', 'a.c.x.text']],
  ['t(`a.${list}.title`)', ['a.b.title']],
  [`pageMeta('a.c')`, ['a.c.x-1', 'a.c.x.text']],
  [`<Rich id="a-d.e_f" />`, ['a-d.e_f']],
  [`pageMeta('p')`, ['p.title']],
  [`x.a.b; 'a'; 'a.'; "a.b'`, []],
])('finds in %s what it can ask for', (code, found) =>
  expect(keyFinder(keys)(code)).toEqual(found),
);
