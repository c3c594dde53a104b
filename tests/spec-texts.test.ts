import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls } from '#app/api/table.server';
import { constants } from './spec/constants';
import { routeFiles } from './spec/route-files';
import { sourceClosure } from './spec/source-closure';
import { texts } from './spec/texts';

const messages: Record<string, string> = Object.assign(
  {},
  ...globSync('languages/en/messages/*.json').map(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as object,
  ),
);
// One route answers all calls.
const files = new Map([
  ...routeFiles(),
  ...calls.map((call) => [`/api${call.path}`, 'api/table.server.ts'] as const),
]);

const sources = new Map<string, string>();
function sourceOf(address: string): string {
  const file = files.get(address);
  if (!file) return '';
  if (!sources.has(file)) sources.set(file, sourceClosure(path.resolve('app', file)));
  return sources.get(file)!;
}

/** Keys whose text is exactly this one. */
const keysOf = (text: string): string[] =>
  Object.keys(messages).filter((key) => messages[key] === text);

/** Whether a source uses a key: as it stands, or as `<prefix>.${…}`. */
function uses(source: string, key: string): boolean {
  if (source.includes(`'${key}'`) || source.includes(`"${key}"`)) return true;
  const parts = key.split('.');
  return parts.some((_, n) => n > 0 && source.includes(`\`${parts.slice(0, n).join('.')}.\${`));
}

describe('texts that the product promises word for word', () => {
  it.each(texts)('$shownBy shows "$text"', ({ text, shownBy }) => {
    const source = sourceOf(shownBy);
    expect(source, `no route at ${shownBy}`).not.toBe('');
    const shown = keysOf(text).filter((key) => uses(source, key));
    expect(shown, `no message of ${shownBy} reads exactly so`).not.toHaveLength(0);
  });
});

describe('numbers that the product promises', () => {
  it.each(constants)('$what', ({ file, says }) => {
    expect(readFileSync(file, 'utf8')).toMatch(says);
  });
});
