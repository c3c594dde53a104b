import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingNames } from '#platform/config/env';
import { importsOf } from '../kit/tree';

/** Made when something runs, and in no checkout: what `.gitignore` names. */
const made = [
  '.cache',
  '.data',
  'build',
  'node_modules',
  'test-results',
  'ops/containers/settings',
];

const files = globSync(['**/*', '.*', '.*/**'], {
  exclude: (name) => made.includes(name) || name === '.git',
}).map((file) => file.split(path.sep).join('/'));
const known = new Set(files);
const top = new Set(files.map((file) => file.split('/')[0]!));
const read = (file: string) => readFileSync(file, 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  engines: { node: string };
  license: string;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

const documents = files.filter((file) =>
  /^(README|CONTRIBUTING|SECURITY|CHANGELOG)\.md$|^(docs|admin|modules|platform)\/.*\.md$/.test(
    file,
  ),
);

/** What is written as code: spans, and the lines of blocks. */
function codeOf(text: string): string[] {
  const fence = /^ *```\w*\n(.*?)^ *```$/gms;
  const outside = text.replace(fence, '');
  const lines = [...text.matchAll(fence)].flatMap(([, block]) => block!.split('\n'));
  const indented = [...outside.matchAll(/^ {4}(.*\bnp[mx] .*)$/gm)].map(([, line]) => line!);
  const spans = [...outside.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  return [...spans, ...lines, ...indented];
}

const extension = /\.(tsx?|mjs|js|md|json|ya?ml|css|sql|sh|txt|service|socket|conf|cfg)$/;
/** Written or read when something runs, elsewhere than in the checkout. */
const elsewhere =
  /^(secrets|demo|manifest|catalogue|exchange)\.json$|^backup-key\.txt$|^(\.data|build|stories)\/|^DATA_DIR|^\/|^(snapshots\/)?<|^ops\/containers\/settings\//;
/** Names of files in a comparison of what was and what is: `x.ts`, and what a decision replaced. */
const placeholders = /^x(\.ts|\/)$/;

/** A path of this repository, where a word is one: of a folder at its top, or by the end of its name. */
function pathIn(word: string): string | null {
  const bare = word.replace(/#.*$|:\d+$/g, '').replace(/^\.\//, '');
  if (!/^[\w.@+$<>*{},()[\]/-]+$/.test(bare) || elsewhere.test(bare) || placeholders.test(bare))
    return null;
  const first = bare.split('/')[0]!;
  return (bare.includes('/') && top.has(first)) || extension.test(bare) ? bare : null;
}

/** Whether a path is there: from the root, from the document, or as the end of a file's path. */
function isThere(named: string, document: string): boolean {
  const pattern = named.replace(/<[^>]*>|…/g, '*').replace(/\/$/, '');
  const places = [pattern, path.posix.join(path.posix.dirname(document), pattern)];
  if (places.some((place) => known.has(place))) return true;
  // `.server.ts` is how names end; everything else is a name as a whole.
  const end = pattern.startsWith('.') ? pattern : `/${pattern}`;
  if (!/[*{]/.test(pattern)) return files.some((file) => file.endsWith(end));
  const inside = [...places, `**/${pattern}`];
  return files.some((file) => inside.some((place) => path.matchesGlob(file, place)));
}

/** The tables of `quality/bench/main.ts` and `quality/trials/main.ts`. */
const namesIn = (file: string): string[] =>
  [...read(file).matchAll(/^ {2}'?([\w-]+)'?: (?:bench|trial)\w+,$/gm)].map(([, name]) => name!);
const named: Record<string, string[]> = {
  bench: namesIn('quality/bench/main.ts'),
  trial: namesIn('quality/trials/main.ts'),
};
const tools = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });

/** What is wrong with the commands in a line of code. */
function faultsOfCommands(line: string): string[] {
  const faults: string[] = [];
  for (const [, run, word, rest] of line.matchAll(
    /\bnpm (run )?([a-z][\w:-]*)(?: -- ([a-z][\w-]*))?/g,
  )) {
    const isScript = run !== undefined || word === 'test' || word === 'start';
    if (isScript && !(word! in manifest.scripts)) faults.push(`npm run ${word}`);
    const names = isScript ? named[word!] : undefined;
    if (rest && names && !names.includes(rest)) faults.push(`npm run ${word} -- ${rest}`);
  }
  for (const [, tool] of line.matchAll(/\bnpx ([\w@/-]+)/g))
    if (!tools.some((name) => name.replace(/^@playwright\/test$/, 'playwright') === tool))
      faults.push(`npx ${tool}`);
  return faults;
}

const sources = files
  .filter((file) => /\.(tsx?|mjs|ya?ml|service)$|Containerfile$/.test(file))
  .filter((file) => file !== 'tests/architecture/documents.test.ts')
  .map(read);
/** Settings of programs that the product is run with, not its own. */
const ofOthers = [
  ...['DOCKER_HOST', 'HTTP_PROXY', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS'],
  'OTEL_EXPORTER_OTLP_HEADERS',
];
/** Words in capitals that are no settings: errors of the system, of Node, of drivers. */
const noSetting = /^E[A-Z]+$|^ERR_|^CONNECTION_CLOSED$|^CONNECT_TIMEOUT$/;
const readByTools = new Set(
  sources.flatMap((source) =>
    [...source.matchAll(/(?:\benv\.|\$\{|Environment=|^\s+|\{ )([A-Z][A-Z0-9_]+)\b/gm)].map(
      ([, name]) => name!,
    ),
  ),
);

const settingsIn = (code: string): string[] =>
  [...code.matchAll(/(?<![\w./-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?![\w-])|\b([A-Z]{3,})=/g)]
    .map(([, one, other]) => one ?? other!)
    .filter((name) => !noSetting.test(name) && !ofOthers.includes(name));

const isSetting = (name: string): boolean => settingNames.includes(name) || readByTools.has(name);

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );

/** What a document names that is not there. */
function faultsOf(document: string, text: string): string[] {
  const code = codeOf(text);
  const words = code
    .flatMap((line) => line.split(/[\s'"]+/))
    .map((word) => word.replace(/[,;:.]$/, ''));
  const paths = words.flatMap((word) => pathIn(word) ?? []);
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
  return [
    ...paths.filter((named) => !isThere(named, document)),
    ...code.flatMap(faultsOfCommands),
    ...code.flatMap(settingsIn).filter((name) => !isSetting(name)),
    ...links.filter((link) => !/^https?:|^mailto:/.test(link) && !leads(document, text, link)),
  ];
}

function leads(document: string, text: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file ? path.posix.join(path.posix.dirname(document), file) : document;
  const plain = target.replace(/\/$/, '');
  if (!known.has(plain)) return false;
  return !anchor || anchorsOf(target === document ? text : read(target)).includes(anchor);
}

describe('documents', () => {
  it.each(documents)('%s names what is there', (document) => {
    expect([...new Set(faultsOf(document, read(document)))]).toEqual([]);
  });

  it.each([
    ['`docs/no-such-page.md`', 'docs/no-such-page.md'],
    ['`tests/routes/no-such.test.ts`', 'tests/routes/no-such.test.ts'],
    ['`modules/nowhere/`', 'modules/nowhere/'],
    ['`no-such-file.ts`', 'no-such-file.ts'],
    ['`npm run no-such-command`', 'npm run no-such-command'],
    ['`npm run bench -- nothing`', 'npm run bench -- nothing'],
    ['`npx no-such-tool`', 'npx no-such-tool'],
    ['`NO_SUCH_SETTING=1`', 'NO_SUCH_SETTING'],
    ['[a page](no-such-page.md)', 'no-such-page.md'],
    ['[a heading](docs/scale.md#no-such-heading)', 'docs/scale.md#no-such-heading'],
    ['```sh\nnpm run no-such-command\n```', 'npm run no-such-command'],
  ])('would be reported: %s', (text, fault) => {
    expect(faultsOf('README.md', text)).toContain(fault);
  });

  it('draw in the architecture only events, steps and jobs that there are', () => {
    const names = read('tests/architecture/stored-names.json');
    const diagrams = read('docs/architecture.md').match(/^```mermaid\n.*?^```$/gms) ?? [];
    const drawn = diagrams.flatMap(
      (text) => text.match(/(?<![\w/.-])[a-z-]+\.[a-z-]+(?![\w/.-])/g) ?? [],
    );
    expect(drawn.length).toBeGreaterThan(10);
    expect(drawn.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('have tables whose cells are a line, where a newcomer reads', () => {
    const forNewcomers = [
      ...['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/glossary.md'],
      'docs/how-to/commands.md',
    ];
    for (const document of forNewcomers)
      for (const line of read(document)
        .split('\n')
        .filter((each) => /^\| [^-]/.test(each)))
        for (const cell of line.split('|').map((each) => each.trim()))
          expect(cell.length, `${document}: ${cell}`).toBeLessThanOrEqual(100);
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(120);
  });

  it('list every decision once', () => {
    const pages = files.filter((file) => /^docs\/decisions\/\d{4}-.*\.md$/.test(file));
    const listed = [...read('docs/decisions/README.md').matchAll(/\]\((\d{4}-[^)]+\.md)\)/g)];
    expect(listed.map(([, page]) => `docs/decisions/${page}`)).toEqual(pages.sort());
  });

  it('list every npm command and every bench and trial', () => {
    const commands = read('docs/how-to/commands.md');
    for (const script of Object.keys(manifest.scripts))
      expect(commands).toMatch(new RegExp(`npm (run )?${script}\\b`));
    for (const name of Object.values(named).flat()) expect(commands).toContain(`| \`${name}\``);
  });
});

describe('comments', () => {
  it('cite pages, sections and requirements that are there', () => {
    const sections = anchorsOf(read('docs/product.md'));
    const requirements = [...read('docs/security.md').matchAll(/^\| (F?\d+) +\|/gm)];
    const numbers = requirements.map(([, number]) => number!);
    const faults: string[] = [];
    for (const [index, source] of sources.entries()) {
      const text = source.replace(/\n\s*(\*|\/\/|#)\s*/g, ' ');
      for (const [, page] of text.matchAll(/\b(docs\/[\w/.-]*[\w])/g))
        if (!files.some((file) => file.startsWith(page!))) faults.push(page!);
      for (const [all, section] of text.matchAll(/docs\/product\.md, ([A-Z][\w -]*\w)\)/g))
        if (!sections.includes(section!.toLowerCase().replace(/ /g, '-'))) faults.push(all);
      for (const [all, list] of text.matchAll(/\bsecurity ((?:F?\d[\d.]*(?:, )?)+)/g))
        for (const number of list!.split(', ').filter(Boolean))
          if (!numbers.includes(number.replace(/\.$/, ''))) faults.push(all);
      if (/\bspec(?:ification)?,? (?:section )?\d|\bdesign\/[\w-]+\.md/.test(text))
        faults.push(`source ${index} cites what is not in the repository`);
    }
    expect(faults).toEqual([]);
  });
});

/** What a script loads by itself: files of ours by their path, everything else by its name. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { specifier } of importsOf(file, read(file)))
    if (specifier.startsWith('.'))
      loadedBy(path.posix.join(path.posix.dirname(file), specifier), seen);
    else seen.add(specifier);
  return seen;
}

it('Node: what starts the product, and what it runs on, is said as it is', () => {
  const sentence = 'Node 20 starts it, it runs on the Node 24 that it brings.';
  expect(read('README.md')).toContain(sentence);
  expect(read('CONTRIBUTING.md')).toContain(sentence);
  expect(manifest.engines.node).toBe('>=20');
  expect(manifest.devDependencies.node).toMatch(/^\^24\./);
  // Commands that install find no package, and the host's Node: those of `node:` are all that they may load.
  const installing = files.filter(
    (file) => /^scripts\/[\w-]+\.mjs$/.test(file) && loadedBy(file).has('scripts/lib/install.mjs'),
  );
  expect(installing).toEqual(expect.arrayContaining(['scripts/start.mjs', 'scripts/test.mjs']));
  const loaded = [...new Set(installing.flatMap((file) => [...loadedBy(file)]))];
  expect(loaded.filter((name) => !/^node:|^scripts\/.*\.mjs$/.test(name))).toEqual([]);
});
