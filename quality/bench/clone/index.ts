import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { end } from '../http/processes';

/** Lines of a start that say where it is, and that it is ready. */
const told = /Installing|Building|Built in|Preparing|migrat|demo|Ready:/i;

/** A clean clone of what is committed, to ready: seconds since its start beside each line that says where it is. */
export async function benchClone(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-bench-clone-'));
  try {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', '.', folder]);
    const env = { ...process.env, PORT: String(await freePort()), DATABASE_URL: undefined };
    const began = performance.now();
    const child = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    console.log('clean clone, seconds since its start (goal: ready within 90):');
    for await (const line of createInterface({ input: child.stdout })) {
      if (!told.test(line)) continue;
      console.log(
        `${((performance.now() - began) / 1_000).toFixed(1).padStart(6)}  ${line.trim()}`,
      );
      if (line.includes('Ready:')) break;
    }
    await end(child);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
