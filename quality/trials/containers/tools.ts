import { spawnSync } from 'node:child_process';
import { run } from '../kit/programs';

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
