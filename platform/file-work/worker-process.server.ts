import { fork, type ChildProcess } from 'node:child_process';
import { AppError } from '../errors';
import type { Logger } from '../log';
import { exitCodes } from './exit-codes';
import type { FileWorkLimits } from './limits';
import type { Answer, Ask } from './messages';
import { residentMemory } from './resident-memory';

/** The process ended before it answered. `own`: for a reason that lies in the work, not in somebody's signal. */
export class ProcessEnded extends Error {
  constructor(readonly own: boolean) {
    super('the process that takes files apart has ended');
  }
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface WorkerOptions {
  /** The script of the process. */
  readonly entry: string;
  readonly limits: FileWorkLimits;
  readonly log: Logger;
  /** The process ended because it tried to dial somebody. */
  readonly onDialled: () => void;
}

/** How often memory is looked at while there is work, and how long a process rests before it is judged. */
const watchEvery = 50;
const idleFor = 2_000;
const faultSignals = new Set<string | null>(['SIGABRT', 'SIGSEGV', 'SIGBUS']);
/** For ending by itself. */
const lastWords = 2_000;

/**
 * The process that takes files apart: started with the first ask, and again after it ended. None of our settings or
 * secrets are in it. It ends when its memory passes the limit, when a step takes too long, and with its parent, whose end
 * closes the channel.
 */
export class WorkerProcess {
  #child: ChildProcess | null = null;
  /** Whether this child has answered: until then it may still be starting. */
  #warm = false;
  /** Whether we ended this child for what it did. */
  #condemned = false;
  #closed = false;
  #lastId = 0;
  #watch: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #pending = new Map<number, Pending>();

  constructor(private readonly options: WorkerOptions) {}

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** @throws AppError that the handler threw; ProcessEnded; Error for a fault of ours */
  async ask(what: Omit<Ask, 'id'>): Promise<unknown> {
    if (this.#closed) throw new ProcessEnded(false);
    const { limits } = this.options;
    const child = this.#wake();
    const id = (this.#lastId += 1);
    const patience = limits[what.step] + (this.#warm ? 0 : limits.start);
    let late: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#pending.set(id, { resolve, reject });
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
    this.#watch ??= setInterval(() => void this.#checkMemory(), watchEvery).unref();
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
    const { entry, limits } = this.options;
    const child = fork(entry, [], {
      execArgv: [`--max-old-space-size=${Math.floor(limits.memory / 2 ** 21)}`],
      // Two decoders and what they read and write; few arenas, or freed memory stays with each thread.
      env: { NODE_ENV: 'production', UV_THREADPOOL_SIZE: '6', MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#warm = false;
    this.#condemned = false;
    child.on('message', (answer: Answer) => this.#settle(answer));
    child.once('error', () => this.#ended(child, null));
    child.once('exit', (code, signal) => this.#ended(child, signal ?? `exit ${code}`));
    child.unref();
    return child;
  }

  #settle(answer: Answer): void {
    this.#warm = true;
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
    const own = this.#condemned || dialled || faultSignals.has(how);
    for (const { reject } of this.#pending.values()) reject(new ProcessEnded(own));
    this.#pending.clear();
    this.#rest();
  }

  #condemn(reason: 'memory' | 'time'): void {
    this.#condemned = true;
    this.options.log.warn({ reason }, 'file-work.process-condemned');
    this.#child?.kill('SIGKILL');
  }

  async #checkMemory(): Promise<void> {
    const pid = this.pid;
    const bytes = pid ? await residentMemory(pid) : 0;
    if (this.pid === pid && bytes > this.options.limits.memory && !this.#condemned)
      this.#condemn('memory');
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

/** A process whose channel closes ends by itself. */
function letGo(child: ChildProcess): void {
  if (child.connected) child.disconnect();
  const cut = setTimeout(() => child.kill('SIGKILL'), lastWords).unref();
  child.once('exit', () => clearTimeout(cut));
}
