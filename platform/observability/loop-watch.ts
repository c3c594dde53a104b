import { createHmac } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, accessSync, constants } from 'node:fs';
import inspector from 'node:inspector';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { milliseconds, minutes, seconds } from '../base/duration';
import type { Env } from '../config/env';
import type { Logger } from './log';
import { guard, type End, type Guarded } from './loop-watch/guard';

/** What a request is, in words that may be logged. */
export interface Taken {
  readonly method: string;
  /** Its pattern; never what stood in the place of a parameter. */
  readonly route: string;
  /** Of its body, as it says itself. */
  readonly bytes: number;
  /** Counts as one client; in memory only. */
  readonly ip: string;
}

export interface LoopWatch {
  /** Notes the last request taken in. */
  note(taken: Taken): void;
  /** How long a request is still refused because one like it was the last before the process was ended; 0: not at all. */
  refusedFor(taken: Pick<Taken, 'method' | 'route' | 'ip'>): number;
  /** How often this process was ended in the last ten minutes. */
  recentEnds(): number;
}

export const watchTimes = {
  beat: milliseconds(250),
  /** The loop stood still for so long: the process ends. */
  limit: seconds(10),
  /** How often in `window`; then the thread only writes it down. */
  mostEnds: 3,
  window: minutes(10),
  refused: minutes(15),
  readAgain: seconds(5),
} as const;

/** At most this many bytes of words about a request. */
const room = 1_024;

/**
 * Watches this process's loop from a thread: when the loop stands still for ten seconds, the thread writes what was last
 * taken in and ends the process with SIGKILL, at most three times in ten minutes; whoever runs the process starts it anew.
 * The record lies in `DATA_DIR/watch`: where that cannot be written, nothing is ended, and a line says so.
 */
export function watchLoop(
  env: Pick<Env, 'DATA_DIR' | 'PORT' | 'TRUST_PROXY' | 'OTP_HMAC_KEYS'>,
  log: Logger,
): LoopWatch {
  const folder = path.resolve(env.DATA_DIR, 'watch');
  const file = path.join(folder, `web-${env.PORT}.json`);
  const key = env.OTP_HMAC_KEYS[0]!;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch {
    log.warn('watch.no-folder');
  }
  const words = new SharedArrayBuffer(12);
  const text = new SharedArrayBuffer(room);
  startGuard({ words, text, file, key, every: watchTimes.beat, limit: watchTimes.limit, mostEnds: watchTimes.mostEnds, within: watchTimes.refused }, log); // prettier-ignore
  const beats = new Int32Array(words);
  const into = new Uint8Array(text);
  const encoder = new TextEncoder();
  setInterval(() => {
    Atomics.add(beats, 0, 1);
    Atomics.store(beats, 1, inspector.url() === undefined ? 0 : 1);
  }, watchTimes.beat).unref();
  let kept = readEnds(folder);
  setInterval(() => (kept = readEnds(folder)), watchTimes.readAgain).unref();
  const knowsWho = env.TRUST_PROXY > 0;
  return {
    note: (taken) => {
      const line = JSON.stringify(knowsWho ? taken : { ...taken, ip: '' });
      Atomics.store(beats, 2, encoder.encodeInto(line, into).written);
    },
    refusedFor: ({ method, route, ip }) => {
      const alike = kept.filter((end) => end.who && end.method === method && end.route === route);
      if (alike.length === 0) return 0;
      const who = createHmac('sha256', key).update(`watch\n${ip}`).digest('base64url');
      const until = alike.filter((end) => end.who === who).map(({ at }) => at + watchTimes.refused);
      return Math.max(0, Math.max(0, ...until) - Date.now());
    },
    recentEnds: () => kept.filter(({ at }) => at > Date.now() - watchTimes.window).length,
  };
}

function startGuard(given: Guarded, log: Logger): void {
  // Some compilers wrap functions in a helper, which does not travel.
  const source = `const __name = (f) => f; (${guard.toString()})(require('node:worker_threads').workerData)`;
  const thread = new Worker(source, { eval: true, workerData: given, execArgv: [], env: {} });
  thread.on('error', (err) => log.error({ err }, 'watch.ended'));
  thread.unref();
}

/** What all web processes with this folder were ended for: the next attempt may come to another one. */
function readEnds(folder: string): End[] {
  const from = Date.now() - watchTimes.refused;
  try {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    const all = files.map((name) => readFileSync(path.join(folder, name), 'utf8'));
    return all.flatMap((text) => endsIn(text)).filter(({ at }) => at > from);
  } catch {
    return [];
  }
}

function endsIn(text: string): End[] {
  try {
    return (JSON.parse(text) as { ends: End[] }).ends;
  } catch {
    return [];
  }
}
