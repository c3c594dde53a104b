import ts from 'typescript';
import { expect, it } from 'vitest';
import { openFields } from '#contracts/consultation';
import { filesOf, importsOf, type Tree } from '../kit/tree';

const tree: Tree = new Map(
  [...filesOf(['modules', 'workflows', 'app', 'admin'])].filter(
    ([file]) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\.ts$/.test(file),
  ),
);

/** Where a choice that a request may leave open is named (docs/how-to/extend.md); everything else is made from it. */
const named = [
  'modules/consultation/catalogue.ts',
  'modules/exchange/values.ts',
  'modules/exchange/tables.server.ts',
  'modules/leads/schemas.ts',
  'modules/leads/tables.server.ts',
];

/** Where one of them means more than the others: what a request is worth and how urgent it is follow from these two. */
const estimates = ['modules/exchange/queries.server.ts', 'workflows/offers/offers.ts'];
const more: Readonly<Record<string, readonly string[]>> = {
  timeline: estimates,
  budget: [
    ...estimates,
    'workflows/clinic-dashboard.ts',
    // A short card shows it alone, and its filter has words of its own.
    'app/requests/request-card.tsx',
    'app/exchange/filter-panel.tsx',
    // The step in which all of them are asked for is called so.
    'modules/consultation/values.ts',
    'modules/consultation/wizard.machine.ts',
  ],
};

const aboutRequests = /^#(contracts|modules)\/(consultation|leads|exchange)$/;
const knowsRequests = (file: string, source: string): boolean =>
  /^modules\/(consultation|leads|exchange)\//.test(file) ||
  importsOf(file, source).some(({ specifier }) => aboutRequests.test(specifier));

/** Names and texts of a source that are exactly this word. */
function names(word: string, file: string, source: string): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if ((ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === word) found = true;
    if (!found) ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false));
  return found;
}

const naming = (word: string, files: Tree): string[] =>
  [...files]
    .filter(([file, source]) => source.includes(word) && knowsRequests(file, source))
    .filter(([file, source]) => names(word, file, source))
    .map(([file]) => file)
    .filter((file) => !named.includes(file))
    .sort();

it.each(openFields)('%s is named where choices are declared, and nowhere else', (fact) => {
  expect(naming(fact, tree)).toEqual([...(more[fact] ?? [])].sort());
});

it.each([
  "import type { LeadDto } from '#contracts/leads';\nexport const f = ({ timeline }: LeadDto) => timeline;",
  "import type { LeadDto } from '#contracts/leads';\nexport const f = (lead: LeadDto) => lead.timeline;",
  "import { openLists } from '#contracts/consultation';\nexport const f = openLists['timeline'];",
])('a file that names it is reported: %s', (source) => {
  expect(naming('timeline', new Map([['app/x.ts', source]]))).toEqual(['app/x.ts']);
});
