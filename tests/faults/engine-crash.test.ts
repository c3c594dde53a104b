import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMortalCluster, type MortalCluster } from './engine/cluster';
import { bundleNode, type Wrong } from './engine/nodes';
import { pause, startRun } from './engine/run';
import { findLosses } from './engine/verify';

const nodeKills = 22;
const serverKills = 5;

let cluster: MortalCluster;
beforeAll(async () => {
  [cluster] = await Promise.all([startMortalCluster(), bundleNode()]);
});
afterAll(() => cluster?.stop());

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

describe('two nodes and their database, killed at random', () => {
  it(
    'lose nothing, double nothing, and replay to what they stored',
    { timeout: 400_000 },
    async () => {
      const run = await startRun(cluster, { name: 'rightly', groups: ['abcd', 'efgh'] });
      const { nodes, count, until } = run;
      try {
        const answering = async () => nodes.every(({ answers }) => answers.length > 20);
        await until('first answers', 30_000, answering);
        let crashes = 0;
        for (let n = 0; n < nodeKills; n += 1) {
          await pause(randomInt(400, 2_200));
          nodes[randomInt(nodes.length)]!.kill();
          if (n % 4 !== 2) continue;
          await cluster.crash();
          crashes += 1;
        }
        expect(crashes).toBeGreaterThanOrEqual(serverKills);
        const events = `flow.transition where name = 'crash.add'`;
        await until('2,000 events', 40_000, async () => (await count(events)) >= 2_000);
        await run.settle();
        expect(nodes.flatMap(({ deaths }) => deaths)).toEqual([]);
        expect(nodes.flatMap(({ refusals }) => refusals)).toEqual([]);
        const answers = nodes.flatMap((node) => node.answers);
        const repeats = sum(nodes.map((node) => node.repeats));
        const fired = await count(`flow.transition where name = 'crash.tick-elapsed'`);
        expect(repeats).toBeGreaterThan(5);
        expect(fired).toBeGreaterThan(20);
        expect(await findLosses(run.services, answers)).toEqual([]);
        const applied = await count(events);
        const kills = sum(nodes.map((node) => node.kills));
        console.info(
          `${applied} events, ${kills} nodes and ${crashes} servers killed, ${fired} timers fired, ${repeats} calls repeated`,
        );
      } finally {
        await run.close();
      }
    },
  );
});

describe.concurrent('the same done wrongly', () => {
  it.each<[Wrong, RegExp]>([
    ['enqueue-after-commit', /^effect \S+ was lost$/],
    ['settle-apart', /^effect \S+ happened [2-9]\d* times$/],
  ])('is found out: %s', { timeout: 400_000 }, async (wrong, loss) => {
    const run = await startRun(cluster, {
      name: wrong.replaceAll('-', '_'),
      groups: ['abcd'],
      wrong,
    });
    const [node] = run.nodes;
    try {
      for (let kill = 1; kill <= 6; kill += 1) {
        await run.until('answers', 30_000, async () => node!.answers.length > kill * 8);
        node!.killBetween();
        await run.until('kill', 30_000, async () => node!.kills === kill);
      }
      await run.settle();
      const losses = await findLosses(run.services, node!.answers);
      expect(losses.some((found) => loss.test(found))).toBe(true);
    } finally {
      await run.close();
    }
  });
});
