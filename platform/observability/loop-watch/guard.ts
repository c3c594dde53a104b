/** What the thread is given. Times are milliseconds. */
export interface Guarded {
  /** Word 0: beats of the loop; 1: whether a debugger is attached; 2: bytes of the last request's words. */
  readonly words: SharedArrayBuffer;
  readonly text: SharedArrayBuffer;
  readonly file: string;
  readonly key: string;
  readonly every: number;
  readonly limit: number;
  readonly mostEnds: number;
  readonly within: number;
}

/** One end of the process, as it is kept. `who`: keyed hash of the address; empty without a proxy that is known. */
export interface End {
  readonly at: number;
  readonly method: string;
  readonly route: string;
  readonly bytes: number;
  readonly who: string;
}

/**
 * Runs in a thread of its own while the loop of the process stands still, so it asks nothing of it: it reads shared
 * memory and writes to files by itself. It travels as text, so everything that it needs is inside it.
 */
// eslint-disable-next-line max-lines-per-function -- it travels as the text of one function
export function guard(given: Guarded): void {
  const fs = process.getBuiltinModule('node:fs');
  const { createHmac } = process.getBuiltinModule('node:crypto');
  const words = new Int32Array(given.words);
  const text = new Uint8Array(given.text);

  const say = (level: number, msg: string, more: object) => {
    const line = { level, time: new Date().toISOString(), process: 'web', ...more, msg };
    try {
      fs.writeSync(1, `${JSON.stringify(line)}\n`);
    } catch {
      // Whoever reads our lines is gone or full; that must not keep the process.
    }
  };
  const last = (): Omit<End, 'at'> => {
    try {
      const copy = Buffer.from(text.slice(0, Atomics.load(words, 2)));
      const { ip, ...seen } = JSON.parse(copy.toString()) as Omit<End, 'who' | 'at'> & {
        ip: string;
      };
      const who = ip && createHmac('sha256', given.key).update(`watch\n${ip}`).digest('base64url');
      return { ...seen, who };
    } catch {
      return { method: '', route: '(unknown)', bytes: 0, who: '' };
    }
  };
  const ends = (): End[] => {
    try {
      const kept = JSON.parse(fs.readFileSync(given.file, 'utf8')) as { ends: End[] };
      return kept.ends.filter(({ at }) => at > Date.now() - given.within);
    } catch {
      return [];
    }
  };
  const keep = (all: readonly End[]): boolean => {
    try {
      fs.writeFileSync(`${given.file}.new`, JSON.stringify({ ends: all }), { mode: 0o600 });
      fs.renameSync(`${given.file}.new`, given.file);
      return true;
    } catch {
      return false;
    }
  };
  const act = (stood: number) => {
    const seen = last();
    const before = ends();
    const recent = before.filter(({ at }) => at > Date.now() - 600_000).length;
    const { who: _who, ...shown } = seen;
    const stay = recent >= given.mostEnds;
    // Without a count that outlives the process there would be no limit.
    const kept = !stay && keep([...before, { at: Date.now(), ...seen }]);
    const what = { stoodMs: Math.round(stood), ...shown, ends: recent, ended: kept };
    say(60, stay || kept ? 'process.stood-still' : 'process.stood-still-unrecorded', what);
    if (kept) process.kill(process.pid, 'SIGKILL');
  };

  let beat = Atomics.load(words, 0);
  let stood = 0;
  let acted = false;
  let looked = performance.now();
  setInterval(() => {
    const now = performance.now();
    // A machine that slept, or that gave this thread no time either, has not stood still for that time.
    const passed = Math.min(now - looked, 2 * given.every);
    looked = now;
    const heard = Atomics.load(words, 0);
    if (heard !== beat || Atomics.load(words, 1) === 1) {
      beat = heard;
      stood = 0;
      acted = false;
      return;
    }
    stood += passed;
    if (stood < given.limit || acted) return;
    acted = true;
    act(stood);
  }, given.every);
}
