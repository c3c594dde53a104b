import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { closedOf, faultsOf } from './closed';
import { composed, handOver } from './composed';
import { staying, type Ground } from './ground';
import { buildImages, describeImage, type Bases } from './images';
import { loopback } from './loopback';
import { rollAll } from './roll';
import { tellStory } from './story';
import { missing } from '../kit/programs';
import { runtimeWords } from './tools';

const usage = [
  'Usage: npm run trial -- containers [--base <image>] [--node-image <image>] [--built] [--compose <command>]',
  '  --base, --node-image  in place of those that the Containerfiles fetch from a registry',
  '  --built               takes the images of the last trial as they are',
  "  --compose             compose.yaml under this implementation ('docker compose') and its engine, whose ports 80, 443",
  '                        and 9000 must be free; without it podman alone, on addresses of loopback',
];

interface Wanted extends Bases {
  readonly built: boolean;
  /** Words of a compose implementation; none: podman alone. */
  readonly compose: readonly string[] | null;
}

function wantedOf(words: readonly string[]): Wanted | null {
  const given = new Map<string, string>();
  const pairs = words.filter((word) => word !== '--built');
  for (let i = 0; i < pairs.length; i += 2) given.set(pairs[i]!, pairs[i + 1] ?? '');
  const known = ['--base', '--node-image', '--compose'];
  if ([...given].some(([word, value]) => !known.includes(word) || !value)) return null;
  return {
    built: words.includes('--built'),
    base: given.get('--base') ?? 'docker.io/library/debian:trixie-slim',
    node: given.get('--node-image') ?? 'docker.io/library/node:24-trixie-slim',
    compose: given.get('--compose')?.split(' ') ?? null,
  };
}

const line = (name: string, text: string) => console.log(`${name.padEnd(22)} ${text}`);

async function reportClosed(ground: Ground): Promise<void> {
  const faults: string[] = [];
  for (const name of staying) {
    const closed = await closedOf(ground, name);
    line(name, `user ${closed.user}, capabilities ${closed.capabilities}, no new privileges ${closed.privileges}, root ${closed.root}, ${closed.files} open files, ${closed.usedMb} of ${closed.memoryMb} MB`); // prettier-ignore
    faults.push(...faultsOf(name, ground.compose.services[name]!, closed));
  }
  for (const fault of faults) line('not as wanted', fault);
}

async function report(ground: Ground): Promise<void> {
  console.log('\nseconds until each is well:');
  for (const [name, took] of await ground.startAll()) line(name, took.toFixed(1));
  console.log('\nhow closed each container is, asked from within:');
  await reportClosed(ground);
  console.log('\nwhat people do, through the proxy:');
  for (const [name, text] of [...(await tellStory(ground)), ...(await ground.more())])
    line(name, text);
  console.log('\neach process rolled, one visitor asking all the time:');
  for (const [name, text] of await rollAll(ground)) line(name, text);
  line('not tried', ground.notTried);
}

/** Images as wanted, and the ground that they are to run on. */
async function prepare(
  wanted: Wanted,
  runtime: readonly string[],
  folder: string,
): Promise<Ground> {
  const built = wanted.built ? {} : await buildImages(wanted, runtime);
  for (const [name, took] of Object.entries(built)) line(name, `built in ${took.toFixed(0)} s`);
  for (const text of await describeImage(runtime)) line('the image', text);
  if (!wanted.compose) return loopback(folder, runtime, wanted.base);
  await handOver(wanted.compose[0]!, folder);
  return composed(folder, wanted.compose);
}

function fail(text: string): void {
  process.exitCode = 1;
  console.error(text);
}

/** Builds the images, starts what compose.yaml names on this machine, and rolls each process under load. */
export async function trialContainers(words: string[]): Promise<void> {
  const wanted = wantedOf(words);
  if (!wanted) return console.log(usage.join('\n'));
  const absent = missing(['buildah', 'podman', 'openssl', ...(wanted.compose?.slice(0, 1) ?? [])]);
  if (absent.length > 0) return fail(`Not tried: ${absent.join(', ')} not on this machine.`);
  const runtime = await runtimeWords(wanted.base);
  if (!runtime)
    return fail(`Not tried: ${wanted.base} is not to be had, or podman starts nothing here (podman run ${wanted.base} true says why).`); // prettier-ignore
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-trial-'));
  let ground: Ground | undefined;
  try {
    ground = await prepare(wanted, runtime, folder);
    await report(ground);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
    console.error(await ground?.lastWords().catch(() => ''));
  } finally {
    await ground?.clear();
    rmSync(folder, { recursive: true, force: true });
  }
}
