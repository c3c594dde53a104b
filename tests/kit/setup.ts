import './matchers';
import { afterEach, beforeEach, expect } from 'vitest';

const original = console.error;
let unexpected: string[] = [];

beforeEach(() => {
  unexpected = [];
  console.error = (...words: unknown[]) => {
    unexpected.push(words.map(String).join(' '));
    original(...words);
  };
});

/** A test that expects an error line replaces `console.error` itself. */
afterEach(() => {
  console.error = original;
  expect(unexpected, 'unexpected console.error').toEqual([]);
});
