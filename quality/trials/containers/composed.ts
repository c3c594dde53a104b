import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeCertificate } from '../../../ops/containers/make-settings.mjs';
import { readCompose } from '../../../tests/operations/files';
import {
  person,
  productImage,
  signature,
  staying,
  storeImage,
  type Ground,
  type Rolled,
} from './ground';
import { reachOf } from './reach';
import { stopSeconds } from './roll';
import { settingsFor } from './settings';
import { must, run } from '../kit/programs';
import { gravest, mostFiles } from './tools';

/** A project of a compose implementation, in a folder of its own. */
interface Project {
  readonly folder: string;
  readonly name: string;
  /** Words of the implementation and of the engine that it drives: `docker compose`, `docker`. */
  readonly command: readonly string[];
  readonly engine: string;
}

const compose = (project: Project, words: readonly string[], seconds = 120): Promise<string> => {
  const [program, ...more] = project.command;
  const files = ['compose.yaml', 'trial.yaml'].flatMap((file) => ['-f', path.join(project.folder, file)]);
  return must(program!, [...more, '-p', project.name, '--project-directory', project.folder, ...files, ...words], seconds);
}; // prettier-ignore

/** What one machine and one trial change of compose.yaml: the store's image, a gateway, and no more files than there are. */
function override(settings: string): string {
  const files = mostFiles();
  const few = { ulimits: { nofile: { soft: files, hard: files } },
    volumes: [`${settings}/haproxy.cfg:/etc/haproxy/haproxy.cfg:ro`] }; // prettier-ignore
  const gateway = {
    image: productImage,
    command: ['/inside/main.mjs', 'gateway'],
    environment: { HOST: '0.0.0.0' },
    networks: ['outside'],
    ports: ['127.0.0.1:9000:9000'],
    volumes: [
      `${path.resolve('quality/trials/containers/inside')}:/inside:ro`,
      ...['crt', 'key'].map((end) => `${settings}/gateway.${end}:/run/gateway.${end}:ro`),
    ],
  };
  const services = {
    store: { image: storeImage },
    gateway,
    ...(files < readCompose().services.proxy!.ulimits!.nofile.hard ? { proxy: few } : {}),
  };
  return JSON.stringify({ services });
}

/** Lays compose.yaml, unchanged, beside settings of its own. */
function layDown(folder: string): void {
  mkdirSync(path.join(folder, 'ops'));
  cpSync('compose.yaml', path.join(folder, 'compose.yaml'));
  cpSync('ops/containers', path.join(folder, 'ops/containers'), { recursive: true });
  const settings = path.join(folder, 'ops/containers/settings');
  rmSync(settings, { recursive: true, force: true });
  const proxy = settingsFor(settings, {
    SMS_WEBHOOK_URL: 'https://gateway:9443/',
    SMTP_HOST: 'gateway',
  });
  makeCertificate(settings, 'gateway', 'gateway');
  for (const end of ['crt', 'key']) chmodSync(path.join(settings, `gateway.${end}`), 0o644);
  writeFileSync(path.join(settings, 'haproxy.cfg'), proxy);
  writeFileSync(path.join(folder, 'trial.yaml'), override(settings));
}

/** Hands an engine that is not podman the images that were built with it. */
export async function handOver(engine: string, folder: string): Promise<void> {
  if (engine === 'podman') return;
  const images = ['proxy', 'pooler', 'database', 'scanner'].map((name) => `localhost/clinic-${name}`);
  const file = path.join(folder, 'images.tar');
  await must('podman', ['save', '-q', '-m', '-o', file, productImage, storeImage, ...images], 300);
  await must(engine, ['load', '-q', '-i', file], 300);
  rmSync(file);
} // prettier-ignore

const idOf = (project: Project, service: string): Promise<string> =>
  compose(project, ['ps', '-a', '-q', service]);

const inspect = async (project: Project, service: string, format: string): Promise<string> =>
  must(project.engine, ['inspect', `--format=${format}`, await idOf(project, service)]);

async function untilWell(project: Project, service: string, seconds = 90): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  const well = () => inspect(project, service, '{{.State.Health.Status}}').catch(() => '');
  while ((await well()) !== 'healthy') {
    if (performance.now() > until)
      throw new Error(`${service} is not well: ${await compose(project, ['logs', '--tail=8', service])}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
} // prettier-ignore

/** As the runbook does it: one command, which prepares before web and worker. */
async function startAll(project: Project): Promise<Array<[string, number]>> {
  const fill = `echo '${signature}' > /var/lib/clamav/eicar.ndb`;
  await compose(project, ['run', '--rm', '--no-deps', '--entrypoint', 'sh', 'scanner', '-c', fill]);
  const began = performance.now();
  const since = (): number => (performance.now() - began) / 1_000;
  await compose(project, ['up', '-d', '--no-build'], 300);
  const times: Array<[string, number]> = [['up', since()]];
  for (const name of staying) {
    await untilWell(project, name);
    times.push([name, since()]);
  }
  const ended = await inspect(project, 'prepare', '{{.State.ExitCode}}');
  if (ended !== '0') throw new Error(`prepare ended with ${ended}`);
  return times;
}

/** Ended in order, then made anew as for a release: its address may be another one. */
async function roll(project: Project, name: string): Promise<Rolled> {
  const began = performance.now();
  await compose(project, ['stop', '-t', String(stopSeconds), name]);
  const ended = (performance.now() - began) / 1_000;
  const code = await inspect(project, name, '{{.State.ExitCode}}');
  await compose(project, ['up', '-d', '--no-build', '--no-deps', '--force-recreate', name]);
  await untilWell(project, name);
  return { ended, code, well: (performance.now() - began) / 1_000 };
}

/** This machine, as somebody outside dials it: an address at which it publishes the proxy's ports. */
async function addressOf(project: Project): Promise<string> {
  const words = ['network', 'inspect', `${project.name}_edge`];
  const [network] = JSON.parse(await must(project.engine, words)) as Array<{
    IPAM?: { Config: Array<{ Gateway: string }> };
    subnets?: Array<{ gateway: string }>;
  }>;
  return network!.IPAM?.Config[0]?.Gateway ?? network!.subnets![0]!.gateway;
}

/** Kills a web process from outside, and sees whether it comes back by itself. */
async function afterKill(project: Project): Promise<[string, string]> {
  const began = performance.now();
  const before = await inspect(project, 'web-2', '{{.RestartCount}}');
  await compose(project, ['exec', '-T', 'web-2', 'sh', '-c', 'kill -9 $(cat /proc/1/task/1/children)']);
  while ((await inspect(project, 'web-2', '{{.RestartCount}}')) === before)
    await new Promise((resolve) => setTimeout(resolve, 100));
  await untilWell(project, 'web-2');
  return ['web-2, killed', `well again by itself after ${((performance.now() - began) / 1_000).toFixed(1)} s`];
} // prettier-ignore

/** The addresses that the proxy knows its clients by, while one of them asks. */
async function clientsOf(project: Project, { exec, outside, visitors }: Ground): Promise<string> {
  await must(project.engine, ['run', '-d', '--rm', '--name', visitors, ...outside(['visitors'])]);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const clients = await exec('proxy', ['clients']);
  await must(project.engine, ['stop', '-t', '25', visitors]);
  return clients.split('\n').join(', ');
}

async function more(project: Project, ground: Ground): Promise<Array<[string, string]>> {
  const { exec } = ground;
  const staff = await exec('worker-1', ['node', 'build/server/staff.js', 'add', '--email',
    'first@clinics.example', '--role', 'admin']); // prettier-ignore
  return [
    ['who reaches whom', await reachOf(readCompose(), exec)],
    ['clients that the proxy sees', await clientsOf(project, ground)],
    ['the first of the staff', staff.split('\n')[0]!.slice(0, 60)],
    await afterKill(project),
  ]; // prettier-ignore
}

/** compose.yaml, unchanged, under a real implementation: its networks, its names, its published ports, its volumes. */
export async function composed(folder: string, command: readonly string[]): Promise<Ground> {
  const name = `clinic-trial-${process.pid}`;
  const project: Project = { folder, name, command, engine: command[0]! };
  layDown(folder);
  await compose(project, ['create', '--no-build'], 120);
  const address = await addressOf(project);
  const env = {
    SITE: 'https://clinics.example',
    PLAIN_SITE: 'http://clinics.example',
    GATEWAY: 'http://127.0.0.1:9000',
  };
  const exec: Ground['exec'] = (service, words) =>
    compose(project, ['exec', '-T', service, ...words]);
  const ground: Ground = {
    compose: readCompose(),
    engine: project.engine,
    visitors: `${name}-visitors`,
    startAll: () => startAll(project),
    exec,
    outside: (words) => [
      '--network=host', `--add-host=clinics.example:${address}`,
      ...person(path.join(folder, 'ops/containers/settings'), env),
      productImage, '/inside/main.mjs', ...words,
    ], // prettier-ignore
    roll: (service) => roll(project, service),
    more: () => more(project, ground),
    notTried: "compose.yaml's own store, fetching signatures, several machines",
    lastWords: async () => gravest(await compose(project, ['logs', '--no-color']), 30),
    clear: async () => {
      await run(project.engine, ['rm', '-f', `${name}-visitors`]);
      await compose(project, ['down', '-v', '-t', '2'], 120).catch(console.error);
    },
  };
  return ground;
}
