import { must, run } from '../kit/programs';

/** A machine of the trial: an address, and where it is one of its own, what a program is started with to be on it. */
export interface Machine {
  readonly address: string;
  /** Null: this machine itself. */
  readonly namespace: string | null;
}

export interface Network {
  readonly what: string;
  /** Whether machines can be cut off from each other. */
  readonly cuts: boolean;
  add(name: string): Promise<Machine>;
  /** From now on nothing that one sends reaches the other, and neither is told: packets are dropped where they arrive. */
  cut(one: Machine, other: Machine): Promise<void>;
  heal(): Promise<void>;
  close(): Promise<void>;
}

const tools = ['ip', 'nft', 'nsenter'];

/** Machines on a bridge of this one, each in a network namespace; all of them this one where that may not be. */
export async function openNetwork(): Promise<Network> {
  const bridge = `clinic${process.pid}`;
  const added = await run('ip', ['link', 'add', bridge, 'type', 'bridge']);
  const found = await Promise.all(tools.map((name) => run(name, ['-V'])));
  if (added.code !== 0 || found.some(({ code }) => code !== 0)) {
    await run('ip', ['link', 'del', bridge]);
    return sameMachine();
  }
  // Of the addresses that are kept for trials of network devices (RFC 2544): they lead nowhere else.
  const network = `198.18.${process.pid % 256}`;
  await must('ip', ['address', 'add', `${network}.1/24`, 'dev', bridge]);
  await must('ip', ['link', 'set', bridge, 'up']);
  return bridged(bridge, network);
}

const sameMachine = (): Network => ({
  what: 'one for all (without root, ip, nft or nsenter none can be cut)',
  cuts: false,
  add: async () => ({ address: '127.0.0.1', namespace: null }),
  cut: () => Promise.reject(new Error('one machine cannot be cut off from itself')),
  heal: async () => undefined,
  close: async () => undefined,
});

function bridged(bridge: string, network: string): Network {
  const machines: Array<{ address: string; namespace: string }> = [];
  const nft = (namespace: string, ...words: string[]) =>
    must('ip', ['netns', 'exec', namespace, 'nft', ...words]);
  const deaf = ({ namespace }: Machine, { address }: Machine) =>
    nft(namespace!, 'add', 'rule', 'inet', 'cut', 'input', 'ip', 'saddr', address, 'drop');
  return {
    what: 'a network namespace for each of etcd and PostgreSQL',
    cuts: true,
    add: async (name) => {
      const n = machines.length + 2;
      const machine = { address: `${network}.${n}`, namespace: `${bridge}-${name}` };
      machines.push(machine);
      await plug(bridge, machine, n);
      await nft(machine.namespace, 'add table inet cut');
      await nft(
        machine.namespace,
        'add chain inet cut input { type filter hook input priority 0 ; }',
      );
      return machine;
    },
    cut: async (one, other) => {
      await deaf(one, other);
      await deaf(other, one);
    },
    heal: async () => {
      for (const { namespace } of machines) await nft(namespace, 'flush chain inet cut input');
    },
    close: async () => {
      for (const { namespace } of machines) await run('ip', ['netns', 'del', namespace]);
      await run('ip', ['link', 'del', bridge]);
    },
  };
}

async function plug(
  bridge: string,
  { address, namespace }: { address: string; namespace: string },
  n: number,
): Promise<void> {
  const [outside, inside] = [`${bridge}.${n}`, 'wire'];
  const within = (...words: string[]) => must('ip', ['-n', namespace, ...words]);
  await must('ip', ['netns', 'add', namespace]);
  const peer = ['peer', 'name', inside, 'netns', namespace];
  await must('ip', ['link', 'add', outside, 'type', 'veth', ...peer]);
  await must('ip', ['link', 'set', outside, 'master', bridge, 'up']);
  await within('link', 'set', 'lo', 'up');
  await within('address', 'add', `${address}/24`, 'dev', inside);
  await within('link', 'set', inside, 'up');
}
