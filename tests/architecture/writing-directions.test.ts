import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Classes that name a side of the screen: they stay there in a language that is written from right to left. */
const physicalClass =
  /(?:^|[\s:!])(-?(?:scroll-)?[mp][lr]-\S+|-?(?:left|right)-\S+|(?:text|float|clear|object|origin)-(?:left|right)\S*|(?:border|rounded)-(?:l|r|tl|tr|bl|br)(?:-\S+)?)(?=\s|$)/g;

/** Declarations of CSS that do the same, also as they are spelled in scripts. */
const physicalProperty =
  /(?:^|[\s;{])((?:(?:scroll-)?(?:margin|padding)|border)-(?:left|right)[\w-]*|border-(?:top|bottom)-(?:left|right)-radius|left|right|(?:text-align|float|clear)\s*:\s*(?:left|right))\s*(?=[:;}])/g;

const found = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name!);

/** What stands in quotes in a source, comments left out. */
function quotedIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

describe('pages can be written in either direction', () => {
  it('with classes that know start and end, not left and right', () => {
    const sources = globSync('app/**/*.{ts,tsx}').filter((file) => !/\.test\./.test(file));
    expect(sources.length).toBeGreaterThan(200);
    const breaches = sources.flatMap((file) =>
      quotedIn(file)
        .flatMap((text) => found(physicalClass, text))
        .map((name) => `${file}: ${name}`),
    );
    expect(breaches).toEqual([]);
  });

  it('with declarations that know start and end', () => {
    const breaches = globSync('{app,design}/**/*.css').flatMap((file) =>
      found(physicalProperty, readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')).map(
        (name) => `${file}: ${name}`,
      ),
    );
    expect(breaches).toEqual([]);
  });

  it('and arrows along a line turn with it', () => {
    const breaches = globSync('app/**/*.tsx').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/<(?:Arrow|Chevrons?)(?:Left|Right)\s[^>]*>/g)]
        .filter(([element]) => !element.includes('rtl:-scale-x-100'))
        .map(([element]) => `${file}: ${element}`),
    );
    expect(breaches).toEqual([]);
  });
});

describe('the search', () => {
  it.each([
    ['ml-4 flex', ['ml-4']],
    ['sm:-mr-2', ['-mr-2']],
    ['hover:!pl-[3px] p-4', ['pl-[3px]']],
    ['absolute left-0 right-auto', ['left-0', 'right-auto']],
    ['text-left border-l rounded-tr-lg', ['text-left', 'border-l', 'rounded-tr-lg']],
    ['scroll-ml-2 float-right', ['scroll-ml-2', 'float-right']],
    ['ms-4 ps-2 start-0 end-0 text-start border-s-2 rounded-s-lg inset-x-0 border-line', []],
    ['what is left of it, right away; leftover', []],
  ])('finds in the classes %s %j', (text, names) =>
    expect(found(physicalClass, text)).toEqual(names),
  );

  it.each([
    ['a { margin-left: 1px }', ['margin-left']],
    ['a{left:0;border-top-right-radius:2px}', ['left', 'border-top-right-radius']],
    ['a { text-align: left; }', ['text-align: left']],
    ['a { margin-inline-start: 1px; text-align: start }', []],
  ])('finds in the styles %s %j', (text, names) =>
    expect(found(physicalProperty, text)).toEqual(names),
  );
});
