import { claim } from '../kit/report';
import type { Databases } from './database';
import { DirectWriter } from './direct-writer';
import type { Event } from './events';
import { leaderLasts, type Node } from './node';
import { inSeconds, pause, until } from './parts';
import type { Scene } from './play';

const lasts = 30_000;

/** What etcd and the network may do to a database of which every part is well. */
export function cuts({ databases }: Scene): Event[] {
  const majority = 'etcd loses its majority';
  const always: Event[] = [
    { name: majority, happens: () => losesMajority(databases) },
    { name: `${majority}, no failsafe_mode`, happens: () => withoutFailsafe(databases) },
  ];
  if (!databases.network.cuts) return always;
  return [
    ...always,
    { name: 'the network is cut in two', happens: () => cutInTwo(databases) },
    { name: 'the follower is cut off', happens: () => followerCutOff(databases) },
    { name: 'the follower is cut off, default timeout', happens: () => withoutTimeout(databases) },
  ];
}

/** Two of three are gone; who leads can be said by nobody. */
async function losesMajority({ etcd, leader, untilSynchronous }: Databases): Promise<string> {
  const was = await leader();
  const gone = etcd.slice(1).map(({ part }) => part);
  await Promise.all(gone.map((part) => part.end('SIGKILL')));
  const ended = performance.now() + lasts;
  const stopped = await until(
    'it leads no more',
    async () => (await was.status('primary')) !== 200,
    {
      ms: lasts,
    },
  ).catch(() => null);
  await pause(Math.max(0, ended - performance.now()));
  await Promise.all(gone.map((part) => part.start()));
  const took = await untilSynchronous();
  const led = stopped === null ? 'led on' : `led no more after ${inSeconds(stopped)}`;
  return `for ${inSeconds(lasts)}; the primary ${led}; all well ${inSeconds(took)} after they were back`;
}

async function withoutFailsafe(databases: Databases): Promise<string> {
  await databases.set({ failsafe_mode: false });
  await pause(5_000);
  try {
    return await losesMajority(databases);
  } finally {
    await until('failsafe_mode is on again', () => databases.set({ failsafe_mode: true }).then(() => true)); // prettier-ignore
  }
}

/**
 * The primary's machine reaches neither etcd nor the follower, and every proxy reaches it: what asks it is answered until
 * it knows that it leads no more. Someone asks it past the proxies, too.
 */
async function cutInTwo(databases: Databases): Promise<string> {
  const { network, etcd } = databases;
  const [was, next] = [await databases.leader(), await databases.follower()];
  const writer = await DirectWriter.at(was);
  writer.begin();
  await pause(3_000);
  const began = performance.now();
  for (const { machine } of [...etcd, next]) await network.cut(was.machine, machine);
  const limit = { ms: 3_000 * leaderLasts };
  const [ended, led] = await Promise.all([
    until('it leads no more', async () => (await was.status('primary')) !== 200, limit),
    until('the other leads', async () => (await next.status('primary')) === 200, limit),
  ]);
  const both = ended >= led || (await was.status('primary')) === 200;
  claim('leaders at once, with the network cut', both ? 2 : 1, !both);
  await pause(lasts / 3);
  const healed = performance.now();
  await network.heal();
  await databases.untilSynchronous();
  const follows = performance.now() - healed;
  await writer.end();
  await claimWriter(writer, next, began + led);
  return `it leads no more after ${inSeconds(ended)}, the other after ${inSeconds(led)}; healed after ${inSeconds(healed - began)}, it follows ${inSeconds(follows)} later`;
}

async function claimWriter(writer: DirectWriter, next: Node, since: number): Promise<void> {
  const { acknowledged, tried } = writer;
  const late = acknowledged.filter(({ at }) => at > since).length;
  claim(`acknowledged by the former primary once the other led, of ${tried} tries`, late, late === 0); // prettier-ignore
  const lost = await writer.missingAt(next);
  claim(`acknowledged by it before and lost, of ${acknowledged.length}`, lost, lost === 0);
}

/** The follower and the primary do not reach each other; etcd reaches both. */
async function followerCutOff(databases: Databases): Promise<string> {
  const { network } = databases;
  const [leader, follower] = [await databases.leader(), await databases.follower()];
  await network.cut(leader.machine, follower.machine);
  const alone = async () => (await follower.status('synchronous')) !== 200;
  const took = await until('nobody waits for the follower', alone, { ms: 120_000 });
  await pause(lasts / 3);
  const same = (await databases.leader()) === leader;
  claim('the primary leads on, cut off from its follower', same ? 'yes' : 'no', same);
  await network.heal();
  const follows = await databases.untilSynchronous();
  return `nobody waits for it after ${inSeconds(took)}; healed, it follows after ${inSeconds(follows)}`;
}

/** With PostgreSQL's own `wal_sender_timeout`, a minute. */
async function withoutTimeout(databases: Databases): Promise<string> {
  await databases.set(senderTimeout(null));
  await pause(5_000);
  try {
    return await followerCutOff(databases);
  } finally {
    await databases.set(senderTimeout('10s'));
  }
}

const senderTimeout = (wal_sender_timeout: string | null): object => ({
  postgresql: { parameters: { wal_sender_timeout } },
});
