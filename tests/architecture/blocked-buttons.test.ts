import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** What people press. Fields are not among them: what cannot be typed now says so in its own label or hint. */
const pressed = /^(?:button|a|summary|(?:Icon|Guarded)?Button)$/;
/** What was pressed is on its way: the spinner, or the words, say it. */
const busy = /^!?(?:pending|busy)(?: !== null)?$/;

interface Fault {
  readonly at: string;
  readonly why: string;
}

/** Whether an expression is of nothing but what is on its way, also as one of several that are joined by `||`. */
const isBusy = (text: string): boolean =>
  text.split('||').every((part) => busy.test(part.trim()) || part.trim().endsWith(' in held'));

function attributesOf(node: ts.JsxOpeningLikeElement, source: ts.SourceFile): Map<string, string> {
  const named = new Map<string, string>();
  for (const each of node.attributes.properties) {
    if (!ts.isJsxAttribute(each)) continue;
    const { initializer } = each;
    const value =
      initializer && ts.isJsxExpression(initializer)
        ? (initializer.expression?.getText(source) ?? '')
        : (initializer?.getText(source) ?? 'true');
    named.set(each.name.getText(source), value);
  }
  return named;
}

/** Buttons of a source that can be off without a text that says why. */
function silentButtons(file: string, text: string): Fault[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const faults: Fault[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
      const tag = node.tagName.getText(source);
      const attributes = attributesOf(node, source);
      const off = attributes.get('disabled') ?? attributes.get('aria-disabled');
      const says = attributes.has('aria-describedby');
      if (pressed.test(tag) && off !== undefined && !says && !isBusy(off)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        faults.push({ at: `${file}:${line + 1}`, why: off });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

/** The two buttons that everything else is made of: they ask for the reason by their types. */
const foundations = ['app/components/button.tsx', 'admin/components/guarded-button.tsx'];

describe('a button that is off says why', () => {
  it('in every source of the site and of the console', () => {
    const sources = globSync('{app,admin}/**/*.tsx').filter((file) => !/\.test\./.test(file));
    expect(sources.length).toBeGreaterThan(300);
    const silent = sources
      .filter((file) => !foundations.includes(file))
      .flatMap((file) => silentButtons(file, readFileSync(file, 'utf8')));
    expect(silent).toEqual([]);
  });

  it('is found where one does not', () => {
    const found = (text: string) => silentButtons('some.tsx', text).map(({ why }) => why);
    expect(found('<Button disabled={!ready}>Go</Button>')).toEqual(['!ready']);
    expect(found('<button disabled>Go</button>')).toEqual(['true']);
    expect(found('<IconButton aria-disabled={last} />')).toEqual(['last']);
    expect(found('<Button disabled={pending !== null || !typed}>Go</Button>')).toHaveLength(1);
    expect(found('<Button disabled={pending !== null}>Go</Button>')).toEqual([]);
    expect(found('<Button disabled={off} aria-describedby="why">Go</Button>')).toEqual([]);
    expect(found('<input disabled={off} />')).toEqual([]);
  });
});
