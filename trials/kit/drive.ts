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
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    answers.push(one(due, calls[n % calls.length]!));
  }
  try {
    return await Promise.all(answers);
  } finally {
    agent.destroy();
  }
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
