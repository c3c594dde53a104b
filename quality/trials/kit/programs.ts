import { spawn, spawnSync } from 'node:child_process';

export interface Told {
  readonly code: number | null;
  readonly out: string;
  /** What it said beside its answer. */
  readonly said: string;
}

/** Runs a program to its end. */
export function run(program: string, words: readonly string[], seconds = 60): Promise<Told> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, said] = ['', ''];
    child.stdout.on('data', (piece: Buffer) => (out += String(piece)));
    child.stderr.on('data', (piece: Buffer) => (said += String(piece)));
    const late = setTimeout(() => child.kill('SIGKILL'), seconds * 1_000);
    child.once('error', (error) => resolve({ code: null, out: '', said: error.message }));
    child.once('close', (code) => {
      clearTimeout(late);
      resolve({ code, out: out.trim(), said: said.trim() });
    });
  });
}

/** As {@link run}; throws what the program said when it fails. */
export async function must(
  program: string,
  words: readonly string[],
  seconds = 60,
): Promise<string> {
  const { code, out, said } = await run(program, words, seconds);
  const last = `${out}\n${said}`.split('\n').slice(-8).join('\n');
  if (code !== 0) throw new Error(`${program} ${words[0]}: ${last}`);
  return out;
}

/** Programs of `names` that are not on this machine. */
export const missing = (names: readonly string[]): string[] =>
  names.filter((name) => spawnSync(name, ['--version']).error);
