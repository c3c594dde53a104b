import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { must } from '../kit/programs';
import { mostFiles } from './tools';

export interface Bases {
  readonly base: string;
  readonly node: string;
}

const around = ['proxy', 'pooler', 'database', 'scanner'] as const;

/** Builds the product and what stands around it, as compose.yaml would. @returns seconds of each */
export async function buildImages(
  { base, node }: Bases,
  words: readonly string[],
): Promise<Record<string, number>> {
  const took: Record<string, number> = {};
  const files = Math.min(mostFiles(), 11_000);
  const npmrc = path.join(os.homedir(), '.npmrc');
  const common = ['build', '--format=docker', '--layers', '--network=host', ...words,
    `--ulimit=nofile=${files}:${files}`, `--build-arg=BASE=${base}`]; // prettier-ignore
  const build = async (name: string, more: readonly string[]) => {
    const began = performance.now();
    await must('buildah', [...common, '-t', `localhost/${name}`, ...more], 1_200);
    took[name] = (performance.now() - began) / 1_000;
  };
  const registry = existsSync(npmrc) ? [`--secret=id=npmrc,src=${npmrc}`] : [];
  await build('clinic-marketplace', [`--build-arg=NODE_IMAGE=${node}`, ...registry, '.']);
  for (const name of around) await build(`clinic-${name}`, [`--target=${name}`, 'ops/containers']);
  await build('clinic-trial-store', [
    `--build-arg=NODE_IMAGE=${node}`,
    ...registry,
    'quality/trials/containers/store',
  ]);
  return took;
}

const look = `for tool in npm npx gcc make git python3 curl wget; do command -v $tool; done; echo --;
  ls -d /app/node_modules/* /app/node_modules/@*/* | grep -v '/@[^/]*$' | wc -l; du -sm /app | cut -f1;
  node --version; id -u`;

/** What the image of the product holds, in words. */
export async function describeImage(words: readonly string[]): Promise<string[]> {
  const image = 'localhost/clinic-marketplace';
  const out = await must('podman', ['run', '--rm', ...words, '--network=none',
    `--ulimit=nofile=${Math.min(mostFiles(), 4_096)}`, '--entrypoint=sh', image, '-c', look]); // prettier-ignore
  const [tools = '', rest = ''] = out.split('--');
  const [packages, size, node, user] = rest.trim().split('\n');
  const bytes = Number(await must('podman', ['image', 'inspect', '--format={{.Size}}', image]));
  return [
    `${(bytes / 1e6).toFixed(0)} MB, of which /app ${size} MB`,
    `${packages} packages, Node ${node}, user ${user}`,
    `tools to build or fetch with: ${tools.trim().split('\n').join(', ') || 'none'}`,
  ];
}
