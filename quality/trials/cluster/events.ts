import { cuts } from './cuts';
import { mostBehind } from './front';
import { leaderLasts } from './node';
import { inSeconds, pause, until } from './parts';
import type { Scene } from './play';

/** Something that happens while people go on; says more where it has more to say. */
export interface Event {
  readonly name: string;
  readonly happens: () => Promise<string | void>;
}

const away = 2_000;
const behind = 15_000;

/** In this order. */
export function events(scene: Scene): Event[] {
  const { front, product } = scene;
  const processes = [...product.webs, ...product.workers];
  return [
    { name: 'the primary is killed', happens: () => primaryDies(scene) },
    { name: 'the follower falls behind', happens: () => fallsBehind(scene) },
    ...[product.webs[0]!, product.workers[0]!].map(({ name, killed }) => ({
      name: `${name} is killed`,
      happens: async () => `ready again ${inSeconds(await killed())} after it was started anew`,
    })),
    {
      name: 'pgbouncer is started anew',
      happens: async () => {
        await front.pooler.end('SIGTERM');
        await pause(away);
        await front.pooler.start();
      },
    },
    ...processes.map(({ name, rolled }) => ({
      name: `${name} is rolled`,
      happens: async () => {
        const code = await rolled();
        return code === 0 ? undefined : `it ended with ${code}`;
      },
    })),
    {
      name: 'the primary hands over',
      happens: () => handsOver(scene),
    },
    ...cuts(scene),
  ];
}

/** Machine and all: neither its server nor its Patroni says a word. It comes back as the one that follows. */
async function primaryDies({ databases }: Scene): Promise<string> {
  const was = await databases.leader();
  const began = performance.now();
  await was.die();
  const led = await until('another leads', async () => (await databases.leader()) !== was, {
    ms: 3_000 * leaderLasts,
  });
  await pause(away);
  const back = performance.now();
  await was.patroni.start();
  await databases.untilSynchronous();
  const follows = performance.now() - back;
  return `another leads after ${inSeconds(led)}; the first is back after ${inSeconds(back - began)} and follows ${inSeconds(follows)} later`;
}

/** It takes what it is sent and shows nothing of it, until nobody is led to it any more. */
async function fallsBehind({ databases }: Scene): Promise<string> {
  const follower = await databases.follower();
  const goOn = await databases.holdReplay();
  try {
    const asked = `replica?lag=${mostBehind}`;
    const left = async () => (await follower.status(asked)) !== 200;
    const took = await until('nobody is led to it', left);
    await pause(behind);
    return `nobody is led to it after ${inSeconds(took)} (${mostBehind} behind)`;
  } finally {
    goOn();
  }
}

/** As an operator who rolls the database wants it. */
async function handsOver({ databases }: Scene): Promise<string> {
  const [leader, follower] = [await databases.leader(), await databases.follower()];
  const answer = await fetch(`http://${leader.machine.address}:${leader.restPort}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: leader.name, candidate: follower.name }),
  });
  await answer.text();
  await databases.untilSynchronous();
  return `Patroni answered ${answer.status}`;
}
