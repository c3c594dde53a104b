import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const ask = promisify(execFile);
let hasProc = true;

/** Bytes of memory that a process really takes, what its libraries allocate included; 0 when it is gone. */
export async function residentMemory(pid: number): Promise<number> {
  if (hasProc) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status ?? '')?.[1];
    if (kilobytes) return Number(kilobytes) * 1024;
    hasProc = (await readFile('/proc/self/status').catch(() => null)) !== null;
    if (hasProc) return 0;
  }
  const { stdout } = await ask('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return Number(stdout.trim() || 0) * 1024;
}

/** Of Linux, whatever its kernel counts in. */
const ticksPerSecond = 100;

/** Milliseconds of CPU that a process has taken, of all its threads; 0 when it is gone. */
export async function cpuTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat) {
    // Its name stands in brackets and may hold anything; user and system time are the 14th and 15th field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
  }
  if (hasProc) return 0;
  const { stdout } = await ask('ps', ['-o', 'time=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  const seconds = stdout
    .trim()
    .split(/[-:]/)
    .reduce((sum, part) => sum * 60 + Number(part), 0);
  return seconds * 1_000;
}
