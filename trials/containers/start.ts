import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { bytesOf, type Compose, type Service } from '../../tests/operations/files';
import { mostFiles, must, run } from './tools';

/** Where the containers of one trial run: a network of their own that has nothing but loopback addresses. */
export interface Place {
  readonly compose: Compose;
  /** Folder of the settings. */
  readonly settings: string;
  /** Words for every container on this machine. */
  readonly words: readonly string[];
  readonly prefix: string;
  /** Files laid over those of an image, by service. */
  readonly mounts: Readonly<Record<string, readonly string[]>>;
}

/** Each service has an address, since all of them share one network. */
export const addressOf = ({ compose }: Place, name: string): string =>
  `127.0.0.${Object.keys(compose.services).indexOf(name) + 10}`;

export const containerOf = (place: Place, name: string): string => `${place.prefix}-${name}`;

/** A file of names for every container: whoever joins the network of another one is not told its names. */
export const namesOf = (place: Place): string => path.join(place.settings, 'hosts');

/** The container whose network the others are in. */
export async function lay(place: Place, image: string): Promise<void> {
  const names = Object.keys(place.compose.services);
  const lines = names.map((name) => `${addressOf(place, name)} ${name}`);
  lines.push('127.0.0.1 localhost', `${addressOf(place, 'proxy')} clinics.example`);
  writeFileSync(namesOf(place), `${lines.join('\n')}\n`);
  const ground = containerOf(place, 'ground');
  await must('podman', ['run', '-d', '--name', ground, ...place.words, '--network=none',
    ...files(4_096), image, 'sleep', '3600']); // prettier-ignore
}

/** No more than this machine may give. */
const files = (wanted: number): string[] => {
  const given = Math.min(wanted, mostFiles());
  return ['--ulimit', `nofile=${given}:${given}`];
};

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
    ...(/^(web|worker)-/.test(name) ? ['--env', `HOST=${addressOf(place, name)}`] : []),
    ...each('--volume', [`${namesOf(place)}:/etc/hosts:ro`, ...secrets, ...volumes, ...(place.mounts[name] ?? [])]),
    '--memory', String(bytesOf(service.mem_limit!)), '--cpus', String(service.cpus),
    '--pids-limit', String(service.pids_limit),
    ...(service.shm_size ? ['--shm-size', service.shm_size] : []),
    ...files(service.ulimits?.nofile.hard ?? 4_096),
    ...(service.healthcheck ? ['--health-cmd', shellWords(service.healthcheck.test)] : []),
  ]; // prettier-ignore
}

/** As one line for a shell; compose.yaml writes a dollar twice. */
const shellWords = ([, ...words]: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll('$$', '$').replaceAll("'", `'\\''`)}'`).join(' ');

const imageOf = (service: Service): string => service.image!.replace(/^\$\{[A-Z_]+:-(.*)\}$/, '$1');

/** Starts one service as compose.yaml wants it; `detached` false waits for its end. */
export async function start(place: Place, name: string, detached = true): Promise<string> {
  const service = place.compose.services[name]!;
  const words = ['run', ...(detached ? ['-d'] : []), '--name', containerOf(place, name)];
  return must('podman', [
    ...words, ...place.words, `--network=container:${containerOf(place, 'ground')}`,
    ...wordsOf(place, name, service), imageOf(service), ...(service.command ?? []),
  ], 120); // prettier-ignore
}

/** Waits until a container says of itself that it is well, by the health check that compose.yaml gives it. */
export async function untilHealthy(place: Place, name: string, seconds = 60): Promise<number> {
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

/** Removes what this trial made, whatever is left of it. */
export async function clear(place: Place): Promise<void> {
  const names = [...Object.keys(place.compose.services), 'asker', 'visitors', 'ground'];
  for (const name of names)
    await run('podman', ['rm', '-f', '-t', '2', '-v', containerOf(place, name)]);
  for (const volume of Object.keys(place.compose.volumes))
    await run('podman', ['volume', 'rm', '-f', `${place.prefix}-${volume}`]);
}
