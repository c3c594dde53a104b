import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** Milliseconds of one request's work beside which nobody waits for long. */
const most = 200;
/** How much work may grow when the input doubles: twice, and half as much again for what a machine adds. */
const growth = 2.5;
/** Below this many milliseconds growth is noise. */
const floor = 60;

export type Send = () => Promise<unknown>;

interface Cost {
  /** Of the thread that the server runs in. */
  readonly cpu: number;
  /** The longest that its loop did nothing else. */
  readonly still: number;
  /** The longest that `/healthz` waited, asked from another thread. */
  readonly waited: number;
}

/** Asks `/healthz` of a server again and again, from a thread with a loop of its own. */
export class Beside {
  private readonly longest = new Int32Array(new SharedArrayBuffer(8));
  private readonly worker: Worker;
  private most = 0;

  constructor(url: string) {
    this.worker = new Worker(asking, {
      eval: true,
      workerData: { url: `${url}/healthz`, longest: this.longest },
    });
    this.worker.unref();
  }

  /** Forgets what was seen. */
  reset(): void {
    Atomics.store(this.longest, 0, 0);
  }

  /** The longest wait since then, in milliseconds, what is under way included. */
  async read(): Promise<number> {
    // An answer that waited for the loop comes with its next turns.
    await pause(2);
    const waited = Atomics.load(this.longest, 0);
    this.most = Math.max(this.most, waited);
    return waited;
  }

  /** How many answers there were, and the longest wait of all. */
  get seen(): { readonly answers: number; readonly longest: number } {
    return { answers: Atomics.load(this.longest, 1), longest: this.most };
  }

  end = (): Promise<number> => this.worker.terminate();
}

const asking = `
const { workerData: { url, longest } } = require('node:worker_threads');
const http = require('node:http');
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const ask = () => {
  const began = performance.now();
  const next = () => {
    const took = Math.round(performance.now() - began);
    if (took > Atomics.load(longest, 0)) Atomics.store(longest, 0, took);
    Atomics.add(longest, 1, 1);
    setTimeout(ask, 10);
  };
  http.get(url, { agent }, (answer) => answer.resume().once('end', next)).once('error', next);
};
ask();
`;

async function costOf(send: Send, beside: Beside): Promise<Cost> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  await turn();
  beside.reset();
  delay.enable();
  const before = process.threadCpuUsage();
  await send();
  const { user, system } = process.threadCpuUsage(before);
  await turn();
  delay.disable();
  const waited = await beside.read();
  return { cpu: (user + system) / 1_000, still: delay.max / 1e6, waited };
}

/** Noise only adds, so the least of three is the truest. */
async function leastOf(send: Send, beside: Beside): Promise<Cost> {
  const costs = [
    await costOf(send, beside),
    await costOf(send, beside),
    await costOf(send, beside),
  ];
  const least = (part: keyof Cost) => Math.min(...costs.map((cost) => cost[part]));
  return { cpu: least('cpu'), still: least('still'), waited: least('waited') };
}

/**
 * What is wrong with how work grows from n to 2n to 4n; empty when nothing is. A busy machine lengthens waits, never the CPU
 * time of a thread: a wait counts only where the work itself is as long.
 */
export async function faultOf(make: (n: number) => Send, n: number, beside: Beside) {
  const whole = await costOf(make(4 * n), beside);
  if (whole.cpu < floor) return '';
  const [a, b, c] = [
    await leastOf(make(n), beside),
    await leastOf(make(2 * n), beside),
    await leastOf(make(4 * n), beside),
  ];
  const figures = [a, b, c].map(({ cpu }) => `${cpu.toFixed(0)} ms`).join(', ');
  if (c.cpu > most && Math.max(c.still, c.waited) > most)
    return `stops everybody: ${figures}, /healthz waits ${c.waited} ms`;
  if (c.cpu > floor && c.cpu / b.cpu > growth && b.cpu / Math.max(a.cpu, 1) > growth)
    return `grows: ${figures}`;
  return '';
}
