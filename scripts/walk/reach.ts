import path from 'node:path';
import ts from 'typescript';

/** What a walk reaches: how many files and lines there are to read, and the lines of each file. */
export interface Reached {
  readonly files: number;
  /** Lines of the declarations reached, comments before them left out: to join files changes nothing here. */
  readonly lines: number;
  /** Entry points that were not entered, each counted once among `files`. */
  readonly entries: readonly string[];
  readonly linesOf: ReadonlyMap<string, number>;
}

/** Where a walk starts. */
export interface Starts {
  /** `file#export`. */
  readonly at: readonly string[];
  /** Dotted words of events: whatever is declared to follow from one of them is a start too. */
  readonly events?: readonly string[];
  /** Dotted words of events: whom each notifies, and with what, is a start. */
  readonly notified?: readonly string[];
}

export interface Sources {
  readonly program: ts.Program;
  readonly root: string;
}

/** The project's sources with their types: 10 to 20 seconds. */
export function loadSources(root: string): Sources {
  const file = path.join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(file, (name) => ts.sys.readFile(name));
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const production = fileNames.filter(
    (name) =>
      /^(app|modules|workflows|engine|platform)\//.test(path.relative(root, name)) && !isTest(name),
  );
  return { program: ts.createProgram(production, { ...options, noEmit: true }), root };
}

const isTest = (file: string) => /\.test\.tsx?$|\/testing(\/|\.ts$)|\/sample\//.test(file);

/**
 * Follows every value that a declaration names to where it is declared, from the starts on. Types are not followed, since they
 * are gone when the code runs; an entry point is counted and not entered.
 */
export function reach({ program, root }: Sources, starts: Starts): Reached {
  const checker = program.getTypeChecker();
  const nameOf = (node: ts.Node) =>
    path.relative(root, node.getSourceFile().fileName).split(path.sep).join('/');
  const open: ts.Node[] = [
    ...starts.at.map((start) => declarationAt(program, root, start)),
    ...(starts.events ?? []).flatMap((event) => pagesOf(program, root, event)),
    ...(starts.notified ?? []).flatMap((event) => pagesOf(program, root, event).flatMap(notifyOf)),
  ];
  const seen = new Set<ts.Node>();
  const entries = new Set<string>();
  const linesOf = new Map<string, number>();
  for (let node = open.pop(); node; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const file = nameOf(node);
    const entry = entryOf(file);
    if (entry) {
      entries.add(entry);
      continue;
    }
    linesOf.set(file, (linesOf.get(file) ?? 0) + heightOf(node));
    for (const target of namedIn(node, checker)) if (isOurs(nameOf(target))) open.push(target);
  }
  const lines = [...linesOf.values()].reduce((sum, each) => sum + each, 0);
  return { files: linesOf.size + entries.size, lines, entries: [...entries].sort(), linesOf };
}

/** What is counted once and not entered: the engine, the kernel's folders, the edge of the server, the catalogue of texts, what makes pages of events. */
const entryOf = (file: string): string | undefined =>
  /^(?:engine(?=\/)|platform\/[^/]+|app\/(?:http|i18n)|workflows\/reactions\/(?:event-page|index)(?=\.ts))/
    .exec(file)?.[0]
    .replace(/(\.server)?\.tsx?$/, '');

/** Words of a language are data: whoever follows a step does not read how they are loaded. */
const isOurs = (file: string) => !/^(\.\.|node_modules|languages\/)/.test(file);

function heightOf(node: ts.Node): number {
  const source = node.getSourceFile();
  const at = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  return at(node.getEnd()) - at(node.getStart(source)) + 1;
}

function declarationAt(program: ts.Program, root: string, start: string): ts.Node {
  const [file, name] = start.split('#') as [string, string];
  const source = program.getSourceFile(path.join(root, file));
  const symbol = source && program.getTypeChecker().getSymbolAtLocation(source);
  const found = symbol?.exports?.get(ts.escapeLeadingUnderscores(name));
  const declaration = found && resolved(found, program.getTypeChecker())?.declarations?.[0];
  if (!declaration) throw new Error(`${start} is not there: a walk starts at it`);
  return declaration;
}

/** Calls in `workflows/` whose first argument is an event of that name: its page. */
function pagesOf(program: ts.Program, root: string, event: string): ts.Node[] {
  const found: ts.Node[] = [];
  const names = (node: ts.Node | undefined): boolean =>
    node !== undefined &&
    ts.isElementAccessExpression(node) &&
    ts.isStringLiteralLike(node.argumentExpression) &&
    node.argumentExpression.text === event;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && names(node.arguments[0])) found.push(node);
    else ts.forEachChild(node, visit);
  };
  for (const source of program.getSourceFiles())
    if (path.relative(root, source.fileName).startsWith('workflows')) visit(source);
  if (found.length === 0) throw new Error(`nothing follows from ${event}: a walk starts at it`);
  return found;
}

/** What the page of an event says of notifications. */
function notifyOf(page: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'notify') found.push(node);
    else ts.forEachChild(node, visit);
  };
  visit(page);
  return found;
}

const resolved = (symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** The declarations, each as it stands at the top of its file, of all values that are named within. */
function namedIn(within: ts.Node, checker: ts.TypeChecker): Set<ts.Node> {
  const found = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isIdentifier(node)) {
      const symbol = ts.isShorthandPropertyAssignment(node.parent)
        ? checker.getShorthandAssignmentValueSymbol(node.parent)
        : checker.getSymbolAtLocation(node);
      for (const each of (symbol && resolved(symbol, checker).declarations) ?? []) {
        const top = topOf(each);
        if (top && !isWithin(within, top)) found.add(top);
      }
      return;
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(within, visit);
  return found;
}

const isWithin = (node: ts.Node, around: ts.Node): boolean =>
  node === around || (node.parent !== undefined && isWithin(node.parent, around));

/** The function, class, enumeration or constant at the top of a file that holds a declaration; null for types. */
function topOf(node: ts.Node): ts.Node | null {
  if (ts.isFunctionDeclaration(node) && ts.isSourceFile(node.parent))
    return node.body === undefined ? null : node;
  if (ts.isClassDeclaration(node) || ts.isEnumDeclaration(node))
    if (ts.isSourceFile(node.parent)) return node;
  if (ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent)) return node;
  if (ts.isSourceFile(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
    return null;
  return node.parent ? topOf(node.parent) : null;
}
