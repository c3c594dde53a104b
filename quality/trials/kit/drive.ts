import { randomInt } from 'node:crypto';
import http from 'node:http';
import { ask, type Asked } from '../../bench/http/load';

export interface Call {
  readonly name: string;
  /** What it answers when all is well. */
  readonly status: number;
  readonly next: () => Asked;
}

export interface Answered {
  readonly name: string;
  /** 0 where nothing was answered. */
  readonly status: number;
  readonly failed: boolean;
  /** From when it was due, not from when the sender had time. */
  readonly ms: number;
}

export interface Pace {
  readonly port: number;
  readonly perSecond: number;
  /** Milliseconds; it ends earlier when `until` says so. */
  readonly lasts: number;
  readonly until?: () => boolean;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls in turns at a steady pace, whether the ones before are answered or not: as people come. */
export async function drive(
  { port, perSecond, lasts, until = () => false }: Pace,
  calls: readonly Call[],
): Promise<Answered[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
  const began = performance.now();
  const one = async (due: number, { name, status: wanted, next }: Call): Promise<Answered> => {
    const status = await ask(port, agent, next()).catch(() => 0);
    return { name, status, failed: status !== wanted, ms: performance.now() - due };
  };
  const answers: Promise<Answered>[] = [];
  for (let n = 0; (n * 1_000) / perSecond < lasts && !until(); n += 1) {
    const due = began + (n * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    answers.push(one(due, calls[n % calls.length]!));
  }
  try {
    return await Promise.all(answers);
  } finally {
    agent.destroy();
  }
}

export interface Amount {
  readonly port: number;
  readonly requests: number;
  /** How many clients ask at the same time, each on connections of its own. */
  readonly atOnce: number;
  /** Milliseconds, at most, that a client stays silent before one of a thousand requests. */
  readonly silence: number;
}

export interface Exhausted {
  readonly perSecond: number;
  /** How often each answer came: `page 200`, or `page ECONNRESET` where the connection broke. */
  readonly counts: ReadonlyMap<string, number>;
  readonly wrong: number;
  /** Connections that ended under a request: reset, closed or broken off within the answer. */
  readonly resets: number;
}

const brokenOff = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'HPE_INVALID_EOF_STATE']);

/** So many requests as fast as they are answered, over connections that are kept as long as the server says. */
export async function exhaust(
  { port, requests, atOnce, silence }: Amount,
  calls: readonly Call[],
): Promise<Exhausted> {
  const counts = new Map<string, number>();
  let [sent, wrong, resets] = [0, 0, 0];
  const one = async (agent: http.Agent, { name, status: wanted, next }: Call) => {
    const came = await ask(port, agent, next()).catch(
      ({ code, message }: NodeJS.ErrnoException) => code ?? message,
    );
    counts.set(`${name} ${came}`, (counts.get(`${name} ${came}`) ?? 0) + 1);
    if (brokenOff.has(String(came))) resets += 1;
    else if (came !== wanted) wrong += 1;
  };
  const client = async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 6 });
    while (sent < requests) {
      await one(agent, calls[sent++ % calls.length]!);
      if (randomInt(1_000) === 0) await pause(randomInt(silence));
    }
    agent.destroy();
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, client));
  return { perSecond: (requests * 1_000) / (performance.now() - began), counts, wrong, resets };
}

/** The length that this share of the answers stays below. */
export function percentile(lengths: readonly number[], share: number): number {
  const sorted = [...lengths].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const p95 = (answers: ReadonlyArray<{ ms: number }>): number =>
  percentile(
    answers.map(({ ms }) => ms),
    0.95,
  );

export const failures = (answers: readonly Answered[]): number =>
  answers.filter(({ failed }) => failed).length;

/** How often each of the wrong answers came. */
export function wrongAnswers(answers: readonly Answered[]): string {
  const counts = new Map<string, number>();
  for (const { name, status, failed } of answers)
    if (failed) counts.set(`${name} ${status}`, (counts.get(`${name} ${status}`) ?? 0) + 1);
  return [...counts].map(([what, count]) => `${count} x ${what}`).join(', ') || 'none';
}
