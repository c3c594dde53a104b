import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { callsOf } from '../../bench/http/calls';
import { drive, p95, wrongAnswers, type Answered } from '../kit/drive';
import { claim, numberOf, row } from '../kit/report';
import { openStage, type Running, type Stage } from '../kit/stage';

const perSecond = 8;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * F12: the database lies on a file system of its own (900 MB in memory) that is filled to the last byte under people, and
 * freed again after so many seconds (30). Needs the right to mount; without it the trial is left out, and says so.
 */
export async function trialFullDisk([lasts = '30']: string[] = []): Promise<void> {
  const disk = mkdtempSync(path.join(os.tmpdir(), 'clinic-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=900m', 'tmpfs', disk]);
  try {
    if (mounted.status !== 0) {
      console.log('left out: a full disk (trials/full-disk), because nothing can be mounted here');
      return;
    }
    const stage = await openStage({ patients: 300, databaseIn: disk });
    try {
      await fillUnderPeople(stage, disk, numberOf(lasts) * 1_000);
    } finally {
      await stage.close();
    }
  } finally {
    if (mounted.status === 0) spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true, force: true });
  }
}

async function fillUnderPeople(stage: Stage, disk: string, lasts: number): Promise<void> {
  const running = await stage.start();
  const calls = callsOf({ people: stage.people, port: running.port });
  const people = (time: number) => drive({ port: running.port, perSecond, lasts: time }, calls);
  const had = await requestsOf(stage);
  const before = await people(10_000);
  claim('wrong answers before', wrongAnswers(before), before.every(({ failed }) => !failed)); // prettier-ignore

  const ballast = fill(disk);
  const during = await people(lasts);
  const ready = await statusOf(running, '/readyz');
  const health = await statusOf(running, '/healthz');
  ballast.free();
  report(during);
  row('/readyz while it is full', ready);
  claim('/healthz', health, health === 200);

  await recover(stage, running);
  const after = await people(10_000);
  claim('wrong answers after', wrongAnswers(after), after.every(({ failed }) => !failed)); // prettier-ignore
  const acknowledged = [...before, ...during, ...after].filter(
    ({ name, failed }) => name === 'send' && !failed,
  ).length;
  const there = (await requestsOf(stage)) - had;
  claim('requests that were acknowledged, and are there', `${acknowledged}, ${there}`, there >= acknowledged); // prettier-ignore
  const gone = [running.web, running.worker].filter(({ exitCode }) => exitCode !== null).length;
  claim('processes that ended', gone, gone === 0);
}

const requestsOf = async ({ database }: Stage): Promise<number> => {
  const { rows } = await database.query<{ n: number }>('select count(*)::int as n from leads.lead');
  return rows[0]!.n;
};

/** Takes all room there is, and what becomes free, until it is freed. */
function fill(disk: string): { free(): void } {
  const name = path.join(disk, 'ballast');
  const file = openSync(name, 'w');
  const take = (size: number) => {
    const bytes = Buffer.alloc(size);
    try {
      for (;;) writeSync(file, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  };
  const takeAll = () => [1 << 20, 1 << 12].forEach(take);
  takeAll();
  const again = setInterval(takeAll, 50);
  return {
    free: () => {
      clearInterval(again);
      closeSync(file);
      rmSync(name);
    },
  };
}

/** As an operator does who made room: a server that ended is started anew. */
async function recover(stage: Stage, running: Running): Promise<void> {
  const began = performance.now();
  await pause(5_000);
  const lives = await stage.database.query('select 1').then(
    () => true,
    () => false,
  );
  row('the database server', lives ? 'went on' : 'had ended');
  if (!lives) {
    await stage.server.stop().catch(() => undefined);
    await stage.server.start();
  }
  while ((await statusOf(running, '/readyz')) !== 200 && performance.now() - began < 60_000)
    await pause(100);
  const took = (performance.now() - began) / 1_000;
  claim('ready again: within half a minute', `${took.toFixed(1)} s`, took < 30);
}

const statusOf = async ({ port }: Running, at: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}${at}`).catch(() => null))?.status ?? 0;

function report(answers: readonly Answered[]): void {
  const refused = answers.filter(({ status }) => status === 503).length;
  row('answers while it is full, of them 503', `${answers.length}, ${refused}`);
  claim('something was refused', refused, refused > 0);
  const odd = answers.filter(({ status, failed }) => failed && status !== 503);
  claim('answers other than what is right and 503', wrongAnswers(odd), odd.length === 0);
  const slow = p95(answers);
  claim('p95: below five seconds', `${slow.toFixed()} ms`, slow < 5_000);
}
