import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { bytesOf, readCompose, type Compose, type Service } from '../../../tests/operations/files';
import {
  person,
  productImage,
  signature,
  staying,
  storeImage,
  type Ground,
  type Rolled,
} from './ground';
import { settingsFor } from './settings';
import { stopSeconds } from './roll';
import { must, run } from '../kit/programs';
import { gravest, mostFiles } from './tools';

/** Where the containers of one trial run: a network of their own that has nothing but loopback addresses. */
interface Place {
  readonly compose: Compose;
  /** Folder of the settings. */
  readonly settings: string;
  /** Words for every container on this machine. */
  readonly words: readonly string[];
  readonly prefix: string;
  /** Files laid over those of an image, by service. */
  readonly mounts: Readonly<Record<string, readonly string[]>>;
}

const gatewayAddress = '127.0.0.99';

/** Each service has an address, since all of them share one network. */
const addressOf = ({ compose }: Place, name: string): string =>
  `127.0.0.${Object.keys(compose.services).indexOf(name) + 10}`;

const containerOf = (place: Place, name: string): string => `${place.prefix}-${name}`;

/** A file of names for every container: whoever joins the network of another one is not told its names. */
const namesOf = (place: Place): string => path.join(place.settings, 'hosts');

/** No more than this machine may give. */
const files = (wanted: number): string[] => {
  const given = Math.min(wanted, mostFiles());
  return ['--ulimit', `nofile=${given}:${given}`];
};

/** Lays the container whose network the others are in, a gateway for text messages, and signatures for the scanner. */
async function lay(place: Place, image: string): Promise<void> {
  const names = Object.keys(place.compose.services);
  const lines = names.map((name) => `${addressOf(place, name)} ${name}`);
  lines.push('127.0.0.1 localhost', `${addressOf(place, 'proxy')} clinics.example`);
  writeFileSync(namesOf(place), `${lines.join('\n')}\n`);
  const ground = containerOf(place, 'ground');
  await must('podman', ['run', '-d', '--name', ground, ...place.words, '--network=none',
    ...files(4_096), image, 'sleep', '3600']); // prettier-ignore
  await must('podman', [
    'run',
    '-d',
    '--name',
    containerOf(place, 'gateway'),
    ...outside(place, ['gateway']),
  ]);
  await must('podman', ['run', '--rm', ...place.words, '--network=none', ...files(1_024),
    '-v', `${place.prefix}-signatures:/var/lib/clamav`, '--entrypoint=sh', 'localhost/clinic-scanner',
    '-c', `echo '${signature}' > /var/lib/clamav/eicar.ndb`]); // prettier-ignore
}

/** Words for a container that speaks to the proxy as somebody outside would. */
const outside = (place: Place, words: readonly string[]): string[] => [
  ...place.words, `--network=container:${containerOf(place, 'ground')}`,
  '-v', `${namesOf(place)}:/etc/hosts:ro`,
  ...person(place.settings, {
    SITE: 'https://clinics.example:8443', PLAIN_SITE: 'http://clinics.example:8080',
    HOST: gatewayAddress, GATEWAY: `http://${gatewayAddress}:9000`,
  }),
  productImage, '/inside/main.mjs', ...words,
]; // prettier-ignore

/** What compose.yaml says of a service, in the words of `podman run`. */
function wordsOf(place: Place, name: string, service: Service): string[] {
  const settings = (file: string) => path.join(place.settings, path.basename(file));
  const each = (word: string, values: readonly string[] = []) =>
    values.flatMap((value) => [word, value]);
  const secrets = (service.secrets ?? []).map(
    (secret) => `${settings(place.compose.secrets[secret]!.file)}:/run/secrets/${secret}:ro`,
  );
  const volumes = (service.volumes ?? []).map((volume) => `${place.prefix}-${volume}`);
  return [
    ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...each('--cap-drop', service.cap_drop),
    ...each('--security-opt', service.security_opt?.map((word) => word.split(':')[0]!)),
    ...each('--tmpfs', service.tmpfs),
    ...each('--env-file', service.env_file?.map(settings)),
    ...each('--env', Object.entries(service.environment ?? {}).map((pair) => pair.join('='))),
    // One network for all: each process listens on the address of its service.
    ...(/^(web|worker)-|^store$/.test(name) ? ['--env', `HOST=${addressOf(place, name)}`] : []),
    ...each('--volume', [`${namesOf(place)}:/etc/hosts:ro`, ...secrets, ...volumes, ...(place.mounts[name] ?? [])]),
    '--memory', String(bytesOf(service.mem_limit!)), '--cpus', String(service.cpus),
    '--pids-limit', String(service.pids_limit),
    ...(service.shm_size ? ['--shm-size', service.shm_size] : []),
    ...files(service.ulimits?.nofile.hard ?? 4_096),
    ...(service.healthcheck ? ['--health-cmd', shellWords(place, name, service.healthcheck.test)] : []),
  ]; // prettier-ignore
}

/** As one line for a shell; compose.yaml writes a dollar twice, and the store answers at its own address alone. */
const shellWords = (place: Place, name: string, [, ...words]: readonly string[]): string =>
  words
    .map((word) => `'${word.replaceAll('$$', '$').replaceAll("'", `'\\''`)}'`)
    .join(' ')
    .replace('127.0.0.1:7070', `${addressOf(place, name)}:7070`);

const imageOf = (name: string, service: Service): string =>
  name === 'store' ? storeImage : service.image!.replace(/^\$\{[A-Z_]+:-(.*)\}$/, '$1');

/** Starts one service as compose.yaml wants it; `detached` false waits for its end. */
async function start(place: Place, name: string, detached = true): Promise<string> {
  const service = place.compose.services[name]!;
  const words = ['run', ...(detached ? ['-d'] : []), '--name', containerOf(place, name)];
  return must('podman', [
    ...words, ...place.words, `--network=container:${containerOf(place, 'ground')}`,
    ...wordsOf(place, name, service), imageOf(name, service), ...(service.command ?? []),
  ], 120); // prettier-ignore
}

/** Waits until a container says of itself that it is well, by the health check that compose.yaml gives it. */
async function untilHealthy(place: Place, name: string, seconds = 60): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { code, out } = await run('podman', ['healthcheck', 'run', containerOf(place, name)]);
    const took = (performance.now() - began) / 1_000;
    if (code === 0) return took;
    if (took > seconds) {
      const logs = await run('podman', ['logs', '--tail=8', containerOf(place, name)]);
      throw new Error(`${name} is not well after ${seconds} s: ${out}\n${logs.out}\n${logs.said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function startAll(place: Place): Promise<Array<[string, number]>> {
  const times: Array<[string, number]> = [];
  const began = performance.now();
  for (const name of staying) {
    if (name === 'web-1') {
      const prepared = performance.now();
      await start(place, 'prepare', false);
      times.push(['prepare', (performance.now() - prepared) / 1_000]);
    }
    await start(place, name);
    times.push([name, await untilHealthy(place, name)]);
  }
  times.push(['all', (performance.now() - began) / 1_000]);
  return times;
}

async function roll(place: Place, name: string): Promise<Rolled> {
  const container = containerOf(place, name);
  const began = performance.now();
  await must('podman', ['stop', '-t', String(stopSeconds), container]);
  const ended = (performance.now() - began) / 1_000;
  const code = await must('podman', ['inspect', '--format={{.State.ExitCode}}', container]);
  await must('podman', ['start', container]);
  await untilHealthy(place, name);
  return { ended, code, well: (performance.now() - began) / 1_000 };
}

/** Removes what this trial made, whatever is left of it. */
async function clear(place: Place): Promise<void> {
  const names = [...Object.keys(place.compose.services), 'visitors', 'gateway', 'ground'];
  for (const name of names)
    await run('podman', ['rm', '-f', '-t', '2', '-v', containerOf(place, name)]);
  for (const volume of Object.keys(place.compose.volumes))
    await run('podman', ['volume', 'rm', '-f', `${place.prefix}-${volume}`]);
}

const lastWords = async (place: Place): Promise<string> => {
  const words = ['prepare', ...staying].map(async (name) => {
    const { out, said } = await run('podman', ['logs', '--tail=500', containerOf(place, name)]);
    return gravest(`${out}\n${said}`);
  });
  return (await Promise.all(words)).join('\n');
};

/** Podman alone, without a network of its own: each service as compose.yaml wants it, on an address of loopback. */
export async function loopback(
  folder: string,
  words: readonly string[],
  base: string,
): Promise<Ground> {
  const settings = path.join(folder, 'settings');
  const proxy = settingsFor(settings, {
    SMS_WEBHOOK_URL: `http://${gatewayAddress}:9000/`,
    SMTP_HOST: gatewayAddress,
    SMTP_SECURITY: 'none',
  });
  // Names are in a file here, for which no server is asked.
  writeFileSync(path.join(settings, 'haproxy.cfg'), proxy.replace(' resolvers names', ''));
  const place: Place = {
    compose: readCompose(),
    settings,
    words,
    prefix: `clinic-trial-${process.pid}`,
    mounts: { proxy: [`${settings}/haproxy.cfg:/etc/haproxy/haproxy.cfg:ro`] },
  };
  const ground: Ground = {
    compose: place.compose,
    engine: 'podman',
    visitors: containerOf(place, 'visitors'),
    startAll: () => startAll(place),
    exec: (name, of) => must('podman', ['exec', containerOf(place, name), ...of]),
    outside: (of) => outside(place, of),
    roll: (name) => roll(place, name),
    more: () => Promise.resolve([]),
    notTried: 'names by DNS, published ports, who reaches whom: with --compose',
    lastWords: () => lastWords(place),
    clear: () => clear(place),
  };
  await lay(place, base).catch(async (error: unknown) => {
    await clear(place);
    throw error;
  });
  return ground;
}
