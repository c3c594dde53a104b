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

/** Open files that a process of this machine may be given. */
export const mostFiles = (): number =>
  Number(spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout) || 1_048_576;

const plain = ['--network=none', '--ulimit', `nofile=${Math.min(mostFiles(), 4_096)}`];

/** Words by which containers run on this machine: a runtime that knows its control groups. Null where none does. */
export async function runtimeWords(image: string): Promise<string[] | null> {
  const few = ['--ulimit', 'nproc=4096:4096'];
  for (const words of [[], few, ['--runtime=runc', ...few]]) {
    const { code } = await run('podman', ['run', '--rm', ...words, ...plain, image, 'true']);
    if (code === 0) return words;
  }
  return null;
}

/** The last lines of a log that are no mere news. */
export const gravest = (log: string, lines = 8): string =>
  log
    .split('\n')
    .filter((line) => line && !/"level":[123]0/.test(line))
    .slice(-lines)
    .join('\n');
