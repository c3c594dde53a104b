import { expect, test } from 'vitest';
import { createKeeper } from './keeper';

test('what was being typed when the session ended is there once more', () => {
  const keeper = createKeeper();
  const leave = keeper.watch('reject', () => 'The licence has expired.');
  keeper.keep();
  leave();
  expect(keeper.kept('approve')).toBeUndefined();
  expect(keeper.kept('reject')).toBe('The licence has expired.');
  keeper.watch('reject', () => 'The licence has expired.');
  expect(keeper.kept('reject')).toBeUndefined();
});

test('a field that was left, or held nothing, keeps nothing', () => {
  const keeper = createKeeper();
  keeper.watch('left', () => 'thrown away')();
  keeper.watch('empty', () => '  ');
  keeper.keep();
  expect(keeper.kept('left')).toBeUndefined();
  expect(keeper.kept('empty')).toBeUndefined();
});

test('signing out on purpose leaves nothing to the next person', () => {
  const keeper = createKeeper();
  keeper.watch('reject', () => 'words');
  keeper.keep();
  keeper.forget();
  expect(keeper.kept('reject')).toBeUndefined();
});
