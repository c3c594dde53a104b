import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { callsOf } from '../../bench/http/calls';
import { drive, exhaust, failures, p95, wrongAnswers } from '../kit/drive';
import { claim, numberOf, row } from '../kit/report';
import { memoryOf, openStage, type Running } from '../kit/stage';
import { picture, upload } from '../kit/uploads';

const perSecond = 10;
const sampleEvery = 5_000;
const uploadEvery = 2_000;
/** Three of them send a request, and five are what somebody may send in an hour. */
const callsEach = 15;
/** Until the figures are looked at: what is loaded and compiled once is there by then. */
const settling = 10;

interface Sample {
  readonly minute: number;
  readonly memory: number;
  readonly files: number;
}

/** Clients that `--requests` lets ask at once. */
const clients = 32;
/** Longer than the server keeps a silent connection (six seconds). */
const longestSilence = 7_000;

/**
 * F27: so many minutes (60) of ten requests a second, with uploads; memory and open files of web and worker.
 * `--requests N` instead sends N that read, as fast as they are answered, and counts what was reset or wrong.
 */
export async function trialSoak(words: string[] = []): Promise<void> {
  const { values, positionals } = parseArgs({
    args: words,
    options: { requests: { type: 'string' } },
    allowPositionals: true,
  });
  if (values.requests) await countResets(numberOf(values.requests));
  else await soak(positionals[0] ?? '60');
}

/** One patient and one clinic read everything: reading has no limit per person. */
async function countResets(requests: number): Promise<void> {
  const stage = await openStage();
  try {
    const { port } = await stage.start();
    const reads = callsOf({ people: stage.people, port }).filter(
      ({ next }) => next().method === 'GET',
    );
    const amount = { port, requests, atOnce: clients, silence: longestSilence };
    const { counts, wrong, resets, perSecond: pace } = await exhaust(amount, reads);
    row('requests, a second', `${requests}, ${pace.toFixed()}`);
    for (const [what, count] of [...counts].sort()) row(`    ${what}`, count);
    claim('connections reset under a request', resets, resets === 0);
    claim('wrong answers', wrong, wrong === 0);
  } finally {
    await stage.close();
  }
}

async function soak(minutes: string): Promise<void> {
  const lasts = numberOf(minutes) * 60_000;
  const calls = (perSecond * lasts) / 1_000;
  const stage = await openStage({ patients: Math.max(1_000, Math.ceil(calls / callsEach)) });
  try {
    const running = await stage.start();
    const samples = { web: [] as Sample[], worker: [] as Sample[] };
    const began = performance.now();
    const sampling = setInterval(() => {
      for (const name of ['web', 'worker'] as const)
        samples[name].push(sampleOf(running, name, (performance.now() - began) / 60_000));
    }, sampleEvery);
    const photos = uploading(running, stage.people.patients.map(({ cookie }) => cookie)); // prettier-ignore
    const { port } = running;
    const answers = await drive(
      { port, perSecond, lasts },
      callsOf({ people: stage.people, port }),
    );
    clearInterval(sampling);
    const uploads = await photos.end();
    row('answers, uploads kept', `${answers.length}, ${uploads.kept}`);
    claim('wrong answers', wrongAnswers(answers), failures(answers) === 0);
    claim('uploads refused', uploads.refused, uploads.refused === 0);
    row('p95', `${p95(answers).toFixed()} ms`);
    const from = Math.min(settling, numberOf(minutes) / 2);
    for (const name of ['web', 'worker'] as const) report(name, samples[name], from);
  } finally {
    await stage.close();
  }
}

function sampleOf(running: Running, name: 'web' | 'worker', minute: number): Sample {
  const files = readdirSync(`/proc/${running[name].pid}/fd`).length;
  return { minute, memory: memoryOf(running[name]), files };
}

function uploading(running: Running, cookies: readonly string[]) {
  let over = false;
  const counts = { kept: 0, refused: 0 };
  const loop = async () => {
    const bytes = await picture(1_200, 900);
    for (let n = 0; !over; n += 1) {
      const answer = await upload(running, cookies[n % cookies.length]!, bytes).catch(() => '0');
      if (answer === '201') counts.kept += 1;
      else counts.refused += 1;
      await new Promise((resolve) => setTimeout(resolve, uploadEvery));
    }
  };
  const going = loop();
  return {
    end: async () => {
      over = true;
      await going;
      return counts;
    },
  };
}

/** Least squares. @returns what a minute adds */
function slope(samples: readonly Sample[]): number {
  const middle = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [x, y] = [middle(({ minute }) => minute), middle(({ memory }) => memory)];
  const both = samples.reduce((sum, each) => sum + (each.minute - x) * (each.memory - y), 0);
  return both / samples.reduce((sum, each) => sum + (each.minute - x) ** 2, 0);
}

function report(name: string, all: readonly Sample[], from: number): void {
  const samples = all.filter(({ minute }) => minute >= from);
  const [first, last] = [samples[0]!, samples.at(-1)!];
  row(`memory of ${name} after ${from} min / at the end`, `${first.memory.toFixed()} / ${last.memory.toFixed()} MB`); // prettier-ignore
  const grows = slope(samples);
  claim(`    a minute: less than 1 MB`, `${grows.toFixed(2)} MB`, grows < 1);
  const half = samples.slice(0, Math.ceil(samples.length / 2));
  const most = (some: readonly Sample[]) => Math.max(...some.map(({ files }) => files));
  const flat = most(samples) <= most(half) + 10;
  claim(
    '    open files, most of the first half / of all',
    `${most(half)} / ${most(samples)}`,
    flat,
  );
}
