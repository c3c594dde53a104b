import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { languages } from '../../languages';
import { isForStaff } from '../../scripts/lib/staff-words';
import { madeUpPage, madeUpText } from './made-up-words';

/** A language that `Intl` knows and the product has not: its words are made up, its dates and countries are its own. */
export const madeUpCode = ['es', 'it', 'pt'].find((code) => !(code in languages))!;

/** What the product is built and tested from; nothing that a build or a run leaves behind. */
const folders = [
  ...['admin', 'app', 'design', 'engine', 'languages', 'migrations', 'modules'],
  ...['ops', 'platform', 'public', 'quality', 'scripts', 'tests', 'workflows'],
];

/** A copy of the sources with one language more. */
export interface MadeUpProduct {
  readonly root: string;
  readonly code: string;
  remove(): void;
}

/** The folder `languages/<code>/` of a copy: each file of English with the words made up, those of masking as they are. */
function writeLanguage(root: string): void {
  const english = path.join(root, 'languages/en');
  const write = (file: string, text: string) => {
    const to = path.join(root, 'languages', madeUpCode, file);
    mkdirSync(path.dirname(to), { recursive: true });
    writeFileSync(to, text);
  };
  const read = (file: string) => readFileSync(path.join(english, file), 'utf8');
  for (const file of globSync('messages/*.json', { cwd: english })) {
    const all = Object.entries(JSON.parse(read(file)) as Record<string, string>);
    const texts = all.filter(([key]) => !isForStaff(key));
    const made = Object.fromEntries(texts.map(([key, text]) => [key, madeUpText(text)]));
    if (texts.length > 0) write(file, `${JSON.stringify(made, null, 2)}\n`);
  }
  for (const file of globSync('content/**/*.md', { cwd: english }))
    write(file, madeUpPage(read(file)));
  write('masking.ts', read('masking.ts'));
}

/** The line of `languages/index.ts`, after those of the others. */
function writeLine(root: string): void {
  const file = path.join(root, 'languages/index.ts');
  const source = readFileSync(file, 'utf8');
  const end = source.indexOf('\n} as const');
  if (end < 0) throw new Error('the list of languages is not found');
  const line = `\n  ${madeUpCode}: { name: 'Ḿádé úṕ' },`;
  writeFileSync(file, source.slice(0, end) + line + source.slice(end));
}

/** Copies the sources beside the packages that are installed, and adds the language: its folder and its line, and nothing else. */
export function makeMadeUpProduct(): MadeUpProduct {
  const root = mkdtempSync(path.join(os.tmpdir(), 'clinic-language-'));
  for (const folder of folders) cpSync(folder, path.join(root, folder), { recursive: true });
  for (const file of readdirSync('.', { withFileTypes: true }))
    if (file.isFile()) cpSync(file.name, path.join(root, file.name));
  // A folder of its own, where tools keep what they remember of a run.
  const packages = path.join(root, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync('node_modules').filter((one) => !one.startsWith('.')))
    symlinkSync(path.resolve('node_modules', name), path.join(packages, name));
  writeLanguage(root);
  writeLine(root);
  return { root, code: madeUpCode, remove: () => rmSync(root, { recursive: true, force: true }) };
}
