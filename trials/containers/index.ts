import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeSettings } from '../../ops/containers/make-settings.mjs';
import { readCompose } from '../../tests/operations/files';
import { closedOf, faultsOf } from './closed';
import { buildImages, describeImage, type Bases } from './images';
import { rollAll } from './roll';
import { clear, containerOf, lay, start, untilHealthy, type Place } from './start';
import { tellStory } from './story';
import { missing, mostFiles, must, runtimeWords } from './tools';

const usage = [
  'Usage: npm run trial -- containers [--base <image>] [--node-image <image>] [--built]',
  '  --base, --node-image  in place of those that the Containerfiles fetch from a registry',
  '  --built               takes the images of the last trial as they are',
];

function basesOf(words: readonly string[]): (Bases & { built: boolean }) | null {
  const given = new Map<string, string>();
  const pairs = words.filter((word) => word !== '--built');
  for (let i = 0; i < pairs.length; i += 2) given.set(pairs[i]!, pairs[i + 1] ?? '');
  const known = ['--base', '--node-image'];
  if ([...given].some(([word, image]) => !known.includes(word) || !image)) return null;
  return {
    built: words.includes('--built'),
    base: given.get('--base') ?? 'docker.io/library/debian:trixie-slim',
    node: given.get('--node-image') ?? 'docker.io/library/node:24-trixie-slim',
  };
}

/** A signature database of one line: the EICAR text. */
const signature =
  'Test.Eicar:0:*:45494341522d5354414e444152442d414e544956495255532d544553542d46494c45';

/** What this trial changes of the settings that an operator makes: where messages go, and what one machine gives. */
function fillIn(folder: string): void {
  appendFileSync(
    path.join(folder, 'product.env'),
    [
      'SMS_PROVIDER=webhook',
      'SMS_WEBHOOK_URL=http://127.0.0.99:9000/',
      'SMS_WEBHOOK_SECRET=Gt6yRk1zVnQe8LpXwB3dMfJh0cSaUo5iYq9xTl2rC7s',
      'SMTP_HOST=127.0.0.99',
      'SMTP_SECURITY=none',
      '',
    ].join('\n'),
  );
  const connections = Math.min(22_000, Math.floor(mostFiles() / 2) - 500);
  const proxy = readFileSync('ops/containers/haproxy.cfg', 'utf8')
    .replace(/^( {2}maxconn) 22000$/m, `$1 ${connections}`)
    // Names are in a file here, for which no server is asked.
    .replace(' resolvers names', '');
  writeFileSync(path.join(folder, 'haproxy.cfg'), proxy);
}

async function startAll(place: Place): Promise<Array<[string, number]>> {
  const times: Array<[string, number]> = [];
  const began = performance.now();
  for (const name of ['database', 'pooler'] as const) {
    await start(place, name);
    times.push([name, await untilHealthy(place, name)]);
  }
  const prepared = performance.now();
  await start(place, 'prepare', false);
  times.push(['prepare', (performance.now() - prepared) / 1_000]);
  for (const name of ['web-1', 'web-2', 'worker-1', 'worker-2', 'proxy', 'scanner']) {
    await start(place, name);
    times.push([name, await untilHealthy(place, name)]);
  }
  times.push(['all', (performance.now() - began) / 1_000]);
  return times;
}

async function layDown(folder: string, words: readonly string[], base: string): Promise<Place> {
  const settings = path.join(folder, 'settings');
  makeSettings('clinics.example', settings);
  fillIn(settings);
  const place: Place = {
    compose: readCompose(),
    settings,
    words,
    prefix: `clinic-trial-${process.pid}`,
    mounts: { proxy: [`${settings}/haproxy.cfg:/etc/haproxy/haproxy.cfg:ro`] },
  };
  await lay(place, base);
  await must('podman', ['run', '--rm', ...words, '--network=none', '--ulimit=nofile=1024:1024',
    '-v', `${place.prefix}-signatures:/var/lib/clamav`, '--entrypoint=sh', 'localhost/clinic-scanner',
    '-c', `echo '${signature}' > /var/lib/clamav/eicar.ndb`]); // prettier-ignore
  return place;
}

const line = (name: string, text: string) => console.log(`${name.padEnd(22)} ${text}`);

async function report(place: Place): Promise<void> {
  console.log('\nhow closed each container is, asked from within:');
  const faults: string[] = [];
  for (const name of [
    'web-1',
    'web-2',
    'worker-1',
    'worker-2',
    'proxy',
    'pooler',
    'database',
    'scanner',
  ]) {
    const closed = await closedOf(place, name);
    line(name, `user ${closed.user}, capabilities ${closed.capabilities}, no new privileges ${closed.privileges}, root ${closed.root}, ${closed.files} open files, ${closed.usedMb} of ${closed.memoryMb} MB`); // prettier-ignore
    faults.push(...faultsOf(name, place.compose.services[name]!, closed));
  }
  for (const fault of faults) line('not as wanted', fault);
  console.log('\nwhat people do, through the proxy:');
  for (const [name, text] of await tellStory(place)) line(name, text);
  console.log('\neach process rolled, one visitor asking all the time:');
  for (const [name, text] of await rollAll(place)) line(name, text);
  line(
    'not tried',
    'the store of files (its image comes from a registry), names by DNS, published ports',
  );
}

/** Builds the images, starts what compose.yaml names on this machine, and rolls each process under load. */
export async function trialContainers(words: string[]): Promise<void> {
  const bases = basesOf(words);
  if (!bases) return console.log(usage.join('\n'));
  const absent = missing(['buildah', 'podman', 'openssl']);
  if (absent.length > 0) {
    process.exitCode = 1;
    return console.log(`Not tried: ${absent.join(', ')} not on this machine.`);
  }
  const runtime = await runtimeWords(bases.base);
  if (!runtime) {
    process.exitCode = 1;
    return console.log(`Not tried: ${bases.base} is not to be had, or podman starts nothing here (podman run ${bases.base} true says why).`); // prettier-ignore
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-trial-'));
  let place: Place | undefined;
  try {
    const built = bases.built ? {} : await buildImages(bases, runtime);
    for (const [name, took] of Object.entries(built)) line(name, `built in ${took.toFixed(0)} s`);
    for (const text of await describeImage(runtime)) line('the image', text);
    place = await layDown(folder, runtime, bases.base);
    console.log('\nseconds until each is well:');
    for (const [name, took] of await startAll(place)) line(name, took.toFixed(1));
    await report(place);
  } catch (error) {
    process.exitCode = 1;
    console.error(error instanceof Error ? error.message : error);
    if (place)
      for (const name of ['web-1', 'worker-1', 'proxy', 'pooler', 'database'])
        console.error(
          await must('podman', ['logs', '--tail=5', containerOf(place, name)]).catch(() => ''),
        );
  } finally {
    if (place) await clear(place);
    rmSync(folder, { recursive: true, force: true });
  }
}
