import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesOf } from '../kit/tree';

/**
 * Words that `docs/glossary.md` has replaced, each as it begins its line there. They stay where a stored name says them, and
 * in code that was not changed yet; new code uses the others.
 */
const oldWords: Readonly<Record<string, RegExp>> = {
  fact: /\bfacts?\b|[a-z]Facts?\b|\bfact[A-Z]/,
  'tell, told': /\b(tells?|told)\b|\b(tell|told)[A-Z]/,
  Said: /\bSaid\b/,
  journal: /\bjournal/i,
  '`together()`': /\btogether\(/,
  '`beside()`': /\bbeside\(/,
  cascade: /cascade(?!')/i,
  takePoint: /takePoint/,
  admit: /\badmit(s|ted)?\b|\badmit[A-Z]/,
  lane: /\blanes?\b|[a-z]Lanes?\b|\blanes?[A-Z]/,
  remembered: /remembered/i,
  sight: /\bsights?\b|[a-z]Sights?\b|\bsights?[A-Z]/,
  'way back': /\bways? back\b|wayBack/,
  mend: /\bmend(s|ed|ing)?\b|\bmend[A-Z]/,
};

/** Lines with each of them when they were last counted: `WORDS=write npx vitest run old-words`, which only lowers. */
const file = path.join(import.meta.dirname, 'old-words.json');
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;

describe('words that were replaced', () => {
  const tree = filesOf(['app', 'modules', 'engine', 'platform', 'workflows', 'admin', 'scripts']);
  const lines = [...tree]
    .filter(([name]) => !/\.test(-table)?\./.test(name))
    .flatMap(([, text]) => text.split('\n'));
  const glossary = readFileSync('docs/glossary.md', 'utf8');

  it.each(Object.entries(oldWords))('%s becomes rarer', (word, pattern) => {
    expect(glossary).toContain(`\n| ${word}`);
    const count = lines.filter((line) => pattern.test(line)).length;
    const before = recorded[word] ?? count;
    if (process.env.WORDS === 'write') {
      recorded[word] = Math.min(count, before);
      writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
    }
    expect(recorded[word], `count ${word}`).toBeDefined();
    expect(count, `use what docs/glossary.md has in place of "${word}"`).toBeLessThanOrEqual(
      before,
    );
  });
});
