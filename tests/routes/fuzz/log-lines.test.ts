import { expect, it } from 'vitest';
import { captureLog } from '../../kit/log';
import { wrongWith } from './log-lines';
import { canary } from './odd-values';

it('an error in the log is told in one line, with what caused it and where', () => {
  const { log, lines } = captureLog();
  const cause = Object.assign(new TypeError('what was sent'), { code: '22003' });
  log.info('before it');
  log.error({ err: new Error('what was sent', { cause }) }, 'http.unexpected-error');
  const told = wrongWith(lines);
  expect(told).toMatch(
    /^logs http\.unexpected-error < Error .*log-lines\.test\.ts.* < TypeError 22003/,
  );
  expect(told).not.toMatch(/\n|what was sent/);
});

it('so is what was fed, at any level; nothing else is', () => {
  const { log, lines } = captureLog();
  log.warn({ err: new Error('one that passes') }, 'http.unavailable');
  expect(wrongWith(lines)).toBe('');
  log.debug({ route: `/${canary}` }, 'http.request');
  expect(wrongWith(lines)).toContain(`logs what it was fed: {"level":20`);
});
