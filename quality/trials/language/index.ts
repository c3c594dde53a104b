import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { englishIn } from '../../../tests/kit/english-words';
import {
  madeUpCode,
  makeMadeUpProduct,
  type MadeUpProduct,
} from '../../../tests/kit/made-up-language';
import { translations } from '../../../tests/kit/languages';
import { claim, row, seconds } from '../kit/report';

/** Runs a program of the copy; its code. */
const run = ({ root }: MadeUpProduct, args: readonly string[]): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    child.once('error', reject).once('close', resolve);
  });

const scripts = (folder: string): string[] => globSync('*.js', { cwd: folder }).sort();

/** What browsers load of the language: its scripts, the news of the background worker, its pictures. */
function lookAtBrowsersHalf(client: string): void {
  const [first, own] = [path.join(client, 'assets'), path.join(client, 'assets', madeUpCode)];
  const [english, made] = [scripts(first), scripts(own)];
  const read = (folder: string) =>
    made.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
  claim('scripts in it, of those in English', `${made.length} / ${english.length}`, made.length > 100 && made.every((name) => english.includes(name))); // prettier-ignore
  // Codes of the catalogue are English in every language, and so is a package's list of countries.
  const codes = new Set(englishIn(read(path.join(first, translations[0]!)), madeUpCode));
  const found = englishIn(read(own), madeUpCode).filter((sentence) => !codes.has(sentence));
  claim('English sentences in its scripts alone', found.length, found.length === 0);
  for (const sentence of found.slice(0, 20)) row('', sentence.slice(0, 70));
  const there = englishIn(read(first), madeUpCode).length;
  claim('the same in those in English', there, there > 500);
  const worker = readFileSync(path.join(client, 'sw.js'), 'utf8');
  claim('news of browsers in it', 'the word', worker.includes(`${madeUpCode}:`) && /Ýóúŕ/.test(worker)); // prettier-ignore
  const picture = existsSync(path.join(client, `share/home.${madeUpCode}.png`));
  claim('its shared links have a picture', picture ? 'yes' : 'no', picture);
}

/** A language more (`tests/made-up-language.slow.test.ts`) in a whole build, and before the compiler: what no test has the time for. */
export async function trialLanguage(): Promise<void> {
  const product = makeMadeUpProduct();
  try {
    row('the language', madeUpCode);
    const began = performance.now();
    const built = await run(product, ['scripts/build.mjs']);
    row('built in', seconds(began));
    claim('the build ends with', built ?? 'a signal', built === 0);
    if (built === 0) lookAtBrowsersHalf(path.join(product.root, 'build/client'));
    const compiler = path.join(product.root, 'node_modules/typescript/bin/tsc');
    const typed = await run(product, [compiler, '--noEmit', '--incremental', 'false']);
    claim('the compiler ends with', typed ?? 'a signal', typed === 0);
  } finally {
    product.remove();
  }
}
