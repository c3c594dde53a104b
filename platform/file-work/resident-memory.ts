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
