import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { AppError } from '../../base/errors';
import type { Logger } from '../../observability/log';
import { exitCodes } from './exit-codes';
import type { FileWorkLimits } from './limits';
import type { Answer, Ask } from './messages';
import { cpuTime, residentMemory } from './process-usage';

/**
 * The process ended before it answered. `own`: for a reason that lies in the work, not in somebody's signal; `final`: in
 * this work and in none beside it, so that another try would end the same way.
 */
export class ProcessEnded extends Error {
  constructor(
    readonly own: boolean,
    readonly final = false,
  ) {
    super('the process that takes files apart has ended');
  }
}

interface Pending {
  /** Milliseconds of CPU. */
  cpu: number;
  readonly spend: (cpu: number) => void;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface WorkerOptions {
  /** The script of the process. */
  readonly entry: string;
  readonly limits: FileWorkLimits;
  /** Bytes of memory at which it is ended. */
  readonly memory: number;
  /** Whether others of the machine go first. */
  readonly isPatient: boolean;
  readonly log: Logger;
  /** The process ended because it tried to dial somebody. */
  readonly onDialled: () => void;
}

/** How often memory and CPU are looked at while there is work, and how long a process rests before it is judged. */
const watchEvery = 50;
const idleFor = 2_000;
const faultSignals = new Set<string | null>(['SIGABRT', 'SIGSEGV', 'SIGBUS']);
/** For ending by itself. */
const lastWords = 2_000;

/**
 * The process that takes files apart: started with the first ask, and again after it ended. None of our settings or
 * secrets are in it. It ends when its memory passes the limit, when a step takes too much CPU or too long, and with its parent,
 * whose end closes the channel. CPU is counted in equal parts against all that is under way.
 */
export class WorkerProcess {
  #child: ChildProcess | null = null;
  /** Whether this child has answered: until then it may still be starting. */
  #warm = false;
  /** That we ended this child for what it did, and the ask that is known to be why. */
  #condemned: { readonly ask: number | null } | null = null;
  /** Milliseconds of CPU that this child has taken as far as they are counted; its start is not. */
  #cpu = Infinity;
  #closed = false;
  #lastId = 0;
  #watch: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #pending = new Map<number, Pending>();

  constructor(private readonly options: WorkerOptions) {}

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * `spend` hears of the CPU that it takes, while it does.
   * @throws AppError that the handler threw; ProcessEnded; Error for a fault of ours */
  async ask(what: Omit<Ask, 'id'>, spend: (cpu: number) => void): Promise<unknown> {
    if (this.#closed) throw new ProcessEnded(false);
    const { limits } = this.options;
    const child = this.#wake();
    const id = (this.#lastId += 1);
    const patience = limits[what.step] + (this.#warm ? 0 : limits.start);
    let late: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#pending.set(id, { resolve, reject, spend, cpu: 0 });
        late = setTimeout(() => child === this.#child && this.#condemn('time'), patience);
        child.send({ ...what, id } satisfies Ask, () => undefined);
      });
    } finally {
      clearTimeout(late);
    }
  }

  /** Ends the process; what is under way fails. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    const child = this.#child;
    if (!child) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.ref();
    letGo(child);
    await gone;
  }

  /** The child, awake: it keeps this process alive while there is work, and its memory is watched. */
  #wake(): ChildProcess {
    clearTimeout(this.#idle);
    const child = (this.#child ??= this.#start());
    child.channel?.ref();
    this.#watch ??= setInterval(() => void this.#check(), watchEvery).unref();
    return child;
  }

  #rest(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
    this.#child?.channel?.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#letGoIfLarge(), idleFor).unref();
  }

  #start(): ChildProcess {
    const { entry, memory, isPatient } = this.options;
    const child = fork(entry, [], {
      execArgv: [`--max-old-space-size=${Math.floor(memory / 2 ** 21)}`],
      // Two decoders and what they read and write; few arenas, or freed memory stays with each thread.
      env: { NODE_ENV: 'production', UV_THREADPOOL_SIZE: '6', MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#warm = false;
    this.#condemned = null;
    this.#cpu = Infinity;
    if (isPatient && child.pid) stepBack(child.pid);
    child.on('message', (answer: Answer) => this.#settle(answer));
    child.once('error', () => this.#ended(child, null));
    child.once('exit', (code, signal) => this.#ended(child, signal ?? `exit ${code}`));
    child.unref();
    return child;
  }

  #settle(answer: Answer): void {
    this.#warm = true;
    if ('ready' in answer) {
      this.#cpu = answer.cpu;
      return;
    }
    this.#count(answer.cpu);
    const asked = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if ('value' in answer) asked?.resolve(answer.value);
    else if (answer.failure.code)
      asked?.reject(new AppError(answer.failure.code, answer.failure.details));
    else asked?.reject(new Error('work on a file failed'));
    if (this.#pending.size === 0) this.#rest();
  }

  #ended(child: ChildProcess, how: string | null): void {
    if (child !== this.#child) return;
    this.#child = null;
    if (!this.#closed)
      this.options.log.warn({ how, asked: this.#pending.size }, 'file-work.process-ended');
    const dialled = how === `exit ${exitCodes.dialled}`;
    if (dialled) this.options.onDialled();
    // Faults of a decoder and a full heap abort it; any other signal came from outside.
    const own = this.#condemned !== null || dialled || faultSignals.has(how);
    const known = this.#condemned?.ask ?? null;
    const isAlone = this.#pending.size === 1;
    for (const [id, { reject }] of this.#pending) {
      const isReason = own && (known === null ? isAlone : known === id);
      reject(new ProcessEnded(known === null ? own : isReason, isReason));
    }
    this.#pending.clear();
    this.#rest();
  }

  /** `ask`: the one that is the reason, where that is known. */
  #condemn(reason: 'memory' | 'time' | 'cpu', ask: number | null = null): void {
    if (this.#condemned) return;
    this.#condemned = { ask };
    this.options.log.warn({ reason }, 'file-work.process-condemned');
    this.#child?.kill('SIGKILL');
  }

  async #check(): Promise<void> {
    const pid = this.pid;
    if (!pid) return;
    const [bytes, cpu] = await Promise.all([residentMemory(pid), cpuTime(pid)]);
    if (this.pid !== pid) return;
    if (bytes > this.options.memory) this.#condemn('memory');
    this.#count(cpu);
    const limit = this.options.limits.cpu;
    const [most, next] = [...this.#pending].toSorted(([, a], [, b]) => b.cpu - a.cpu);
    if (!most || most[1].cpu <= limit) return;
    // What took nearly as much may be the reason as well: each of them is tried once more, alone.
    this.#condemn('cpu', next && next[1].cpu > limit / 2 ? null : most[0]);
  }

  /** Counts what the process took since it was last looked at. */
  #count(cpu: number): void {
    const share = Math.max(0, cpu - this.#cpu) / Math.max(1, this.#pending.size);
    this.#cpu = this.#cpu === Infinity ? Infinity : Math.max(cpu, this.#cpu);
    for (const asked of this.#pending.values()) {
      asked.cpu += share;
      asked.spend(share);
    }
  }

  /** Allocators rarely give back: an idle process that grew is let go, and the next ask starts another. */
  async #letGoIfLarge(): Promise<void> {
    const child = this.#child;
    const bytes = child?.pid ? await residentMemory(child.pid) : 0;
    if (!child || child !== this.#child || this.#pending.size > 0) return;
    if (bytes <= this.options.limits.idleMemory) return;
    this.#child = null;
    letGo(child);
  }
}

/**
 * A third of the weight that a process of usual priority has: others of the machine go first, and a document is read
 * within its time also where all cores are busy.
 */
const patientPriority = 5;

/** Lets others of the machine go first, where the machine lets us say so. */
function stepBack(pid: number): void {
  try {
    setPriority(pid, patientPriority);
  } catch {
    // It is gone already, or may not.
  }
}

/** A process whose channel closes ends by itself. */
function letGo(child: ChildProcess): void {
  if (child.connected) child.disconnect();
  const cut = setTimeout(() => child.kill('SIGKILL'), lastWords).unref();
  child.once('exit', () => clearTimeout(cut));
}
