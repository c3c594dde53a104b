import { freePort } from '../../../scripts/lib/ports.mjs';
import type { Machine, Network } from './network';
import { Part, ownFolder, statusOf, type Ground } from './parts';

/** One of the three members that know who leads. */
export interface Member {
  readonly name: string;
  readonly machine: Machine;
  /** `host:port`, as Patroni is told. */
  readonly at: string;
  readonly part: Part;
}

const names = ['etcd-1', 'etcd-2', 'etcd-3'];

/** Three members; started together, for one alone is never ready. */
export async function startEtcd(ground: Ground, network: Network): Promise<Member[]> {
  const told: Told[] = [];
  for (const name of names) {
    const machine = await network.add(name);
    const [port, peerPort] = [await freePort(), await freePort()];
    told.push({ name, machine, at: `${machine.address}:${port}`, peers: `${machine.address}:${peerPort}` }); // prettier-ignore
  }
  const all = told.map(({ name, peers }) => `${name}=http://${peers}`).join(',');
  const members = told.map((one) => makeMember(ground, one, all));
  await Promise.all(members.map(({ part }) => part.start()));
  return members;
}

interface Told extends Omit<Member, 'part'> {
  readonly peers: string;
}

function makeMember(ground: Ground, { peers, ...told }: Told, all: string): Member {
  const { name, machine, at } = told;
  const [url, between] = [`http://${at}`, `http://${peers}`];
  const part = new Part(ground, {
    name,
    command: 'etcd',
    words: [
      ...['--name', name, '--data-dir', ownFolder(ground, name)],
      ...['--listen-client-urls', url, '--advertise-client-urls', url],
      ...['--listen-peer-urls', between, '--initial-advertise-peer-urls', between],
      ...['--initial-cluster', all],
    ],
    asDatabaseUser: true,
    machine,
    ready: async () => (await statusOf(`${url}/health`)) === 200,
  });
  return { ...told, part };
}
