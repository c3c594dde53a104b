import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openFileWork, type FileWork, type FileWorkOptions } from '#platform/files/file-work';
import { AppError } from '#platform/base/errors';
import { residentMemory } from '../../platform/files/file-work/process-usage';
import { isAlive } from '../../scripts/lib/processes.mjs';
import { bundleFileWork } from '../kit/bundle-file-work';
import { captureLog } from '../kit/log';
import { orderTask, type Done, type Order } from './file-work/tasks';

let program: Awaited<ReturnType<typeof bundleFileWork>>;
let parent: Awaited<ReturnType<typeof bundleFileWork>>;
let root: string;
const opened: FileWork[] = [];
beforeAll(async () => {
  [program, parent] = await Promise.all([
    bundleFileWork('tests/faults/file-work/program.ts'),
    bundleFileWork('tests/faults/file-work/parent.ts'),
  ]);
  root = mkdtempSync(path.join(os.tmpdir(), 'file-work-'));
});
afterAll(() => {
  program.remove();
  parent.remove();
  rmSync(root, { recursive: true });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

function start(
  limits: FileWorkOptions['limits'] = {},
  onDialled?: FileWorkOptions['onDialled'],
): FileWork {
  const fileWork = openFileWork({
    entry: program.entry,
    log: captureLog().log,
    limits,
    onDialled,
  });
  opened.push(fileWork);
  return fileWork;
}

const run = (fileWork: FileWork, order: Order, owner = 'a'): Promise<Done> =>
  runIn(fileWork, mkdtempSync(path.join(root, 'job-')), order, owner);
const runIn = (fileWork: FileWork, folder: string, order: Order, owner = 'a'): Promise<Done> =>
  fileWork.run(orderTask, {
    owner,
    folder,
    input: order,
    refused: () => new AppError('validation_failed'),
  });
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: AppError) => error.code,
  );
const megabytes = (n: number): number => n * 1024 * 1024;

describe('the process for files of strangers', () => {
  it('comes with the first file, and ends when it is closed', async () => {
    const fileWork = start();
    expect(fileWork.pid()).toBeUndefined();
    await run(fileWork, { cost: 1 });
    const pid = fileWork.pid()!;
    expect(isAlive(pid)).toBe(true);
    await fileWork.close();
    expect(isAlive(pid)).toBe(false);
  });

  it('knows none of our settings', async () => {
    const fileWork = start();
    await run(fileWork, { cost: 1 });
    const { readFileSync } = await import('node:fs');
    const names = readFileSync(`/proc/${fileWork.pid()}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0]);
    expect(names.filter(Boolean).sort()).toEqual([
      'MALLOC_ARENA_MAX',
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
      'NODE_ENV',
      'UV_THREADPOOL_SIZE',
    ]);
  });

  it('when it is killed under a file, starts again and does it', async () => {
    const fileWork = start();
    const others = [1, 2, 3].map((n) => run(fileWork, { cost: 1, takes: 50 }, `b${n}`));
    expect(await codeOf(run(fileWork, { cost: 1, ends: 'kill-once' }))).toBe('done');
    expect(await Promise.all(others.map(codeOf))).toEqual(['done', 'done', 'done']);
  });

  it('when it is killed again and again, says so instead of waiting', async () => {
    const fileWork = start();
    expect(await codeOf(run(fileWork, { cost: 1, ends: 'kill' }))).toBe('busy');
    expect(await codeOf(run(fileWork, { cost: 1 }))).toBe('done');
  });

  it('refuses the file that brings it down, and does those beside it', async () => {
    const fileWork = start();
    const beside = run(fileWork, { cost: 1, takes: 300 }, 'b');
    expect(await codeOf(run(fileWork, { cost: 1, ends: 'crash' }))).toBe('validation_failed');
    expect(await codeOf(beside)).toBe('done');
  });

  it('refuses the file that makes it dial somebody, tells of it, and does those beside it', async () => {
    let times = 0;
    const fileWork = start({}, () => (times += 1));
    const beside = run(fileWork, { cost: 1, takes: 300 }, 'b');
    expect(await codeOf(run(fileWork, { cost: 1, ends: 'dial' }))).toBe('validation_failed');
    expect(await codeOf(beside)).toBe('done');
    expect(times).toBe(2);
  });

  it('does not hang with a file that does', async () => {
    const fileWork = start({ run: 500, start: 3_000 });
    await run(fileWork, { cost: 1 });
    const began = Date.now();
    expect(await codeOf(run(fileWork, { cost: 1, ends: 'hang' }))).toBe('validation_failed');
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(await codeOf(run(fileWork, { cost: 1 }))).toBe('done');
  });

  it('is ended when its memory passes the limit, whoever allocated it', async () => {
    const memory = megabytes(300);
    const fileWork = start({ memory });
    await run(fileWork, { cost: 1 });
    const first = fileWork.pid();
    let largest = 0;
    const watch = setInterval(() => {
      const pid = fileWork.pid();
      if (pid) void residentMemory(pid).then((bytes) => (largest = Math.max(largest, bytes)));
    }, 20);
    expect(await codeOf(run(fileWork, { cost: 1, eats: 2_000, takes: 2_000 }))).toBe(
      'validation_failed',
    );
    clearInterval(watch);
    expect(largest).toBeLessThan(megabytes(900));
    expect(await codeOf(run(fileWork, { cost: 1 }))).toBe('done');
    expect(fileWork.pid()).not.toBe(first);
  });

  it('is let go when it rests and has grown', async () => {
    const fileWork = start({ idleMemory: megabytes(150) });
    await run(fileWork, { cost: 1, eats: 200 });
    const pid = fileWork.pid()!;
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
    expect(await codeOf(run(fileWork, { cost: 1 }))).toBe('done');
  });

  it('dies with a parent that is killed, also in the middle of a file', async () => {
    const folder = mkdtempSync(path.join(root, 'job-'));
    const killed = spawn(process.execPath, [parent.entry, program.entry, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await new Promise<number>((resolve) =>
      killed.stdout.once('data', (line) => resolve(Number(line))),
    );
    expect(isAlive(pid)).toBe(true);
    killed.kill('SIGKILL');
    await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false);
  });
});

describe('CPU of the process for files', () => {
  // Documents get what others leave of the machine's cores: beside other tests that is a tenth.
  const patience = { wait: 120_000, start: 60_000, cost: 60_000, run: 60_000 };
  const tries = (folder: string): number => readFileSync(path.join(folder, 'mark')).length;
  const newFolder = (): string => mkdtempSync(path.join(root, 'job-'));

  it('lets twenty files of one sender that never end hold up no picture of another, each tried once', async () => {
    // Far above what the picture burns: beside other work the same computation takes more CPU.
    const fileWork = start({ cpu: 600, ...patience });
    await run(fileWork, { cost: 1 }, 'other');
    const ended: string[] = [];
    const folders = Array.from({ length: 20 }, newFolder);
    const hostile = folders.map(async (folder) => {
      const code = await codeOf(
        runIn(fileWork, folder, { cost: 1, pool: 'documents', ends: 'hang' }, 'hostile'),
      );
      ended.push(code);
      return code;
    });
    await expect.poll(() => existsSync(path.join(folders[0]!, 'mark'))).toBe(true);
    expect(await codeOf(run(fileWork, { cost: 1, burns: 50 }, 'other'))).toBe('done');
    // Ten had no place; of the others two at most had ended by then.
    expect(ended.filter((code) => code === 'validation_failed').length).toBeLessThan(3);
    const codes = await Promise.all(hostile);
    expect(codes.filter((code) => code === 'validation_failed')).toHaveLength(10);
    expect(codes.filter((code) => code === 'busy')).toHaveLength(10);
    const tried = folders.filter((folder) => existsSync(path.join(folder, 'mark')));
    expect(tried.map(tries)).toEqual(Array(10).fill(1));
    expect(await codeOf(run(fileWork, { cost: 1, pool: 'documents' }, 'other'))).toBe('done');
    expect(await codeOf(run(fileWork, { cost: 1, pool: 'documents' }, 'hostile'))).toBe('done');
  }, 120_000);

  it('is what a file is refused for, and not that the machine is busy', async () => {
    const fileWork = start({ cpu: 500 });
    await run(fileWork, { cost: 1 });
    expect(await codeOf(run(fileWork, { cost: 1, takes: 1_500 }))).toBe('done');
    expect(await codeOf(run(fileWork, { cost: 1, burns: 5_000 }))).toBe('validation_failed');
  });

  it('that a picture takes is not counted against the one beside it', async () => {
    const fileWork = start({ cpu: 1_000 });
    await run(fileWork, { cost: 1 });
    const beside = run(fileWork, { cost: 1, takes: 300 }, 'b');
    const folder = newFolder();
    expect(await codeOf(runIn(fileWork, folder, { cost: 1, ends: 'hang' }))).toBe(
      'validation_failed',
    );
    expect(await codeOf(beside)).toBe('done');
    expect(tries(folder)).toBeLessThan(3);
  });

  it('that the last files of a sender took makes it wait behind others', async () => {
    const fileWork = start(patience);
    const document = { cost: 1, pool: 'documents' } as const;
    await run(fileWork, { ...document, burns: 600 }, 'expensive');
    const order: string[] = [];
    const add = (owner: string) =>
      run(fileWork, { ...document, takes: 100 }, owner).then(() => order.push(owner));
    const first = run(fileWork, { ...document, takes: 1_000 }, 'first');
    await new Promise((resolve) => setTimeout(resolve, 300));
    const all = [add('expensive')];
    await new Promise((resolve) => setTimeout(resolve, 200));
    all.push(add('b'), add('c'), add('b'));
    await Promise.all([first, ...all]);
    expect(order).toEqual(['b', 'c', 'b', 'expensive']);
  }, 60_000);
});

describe('the queue for it', () => {
  it('lets sixty of one owner delay one of another by what is under way only', async () => {
    const fileWork = start({ waitingOfOwner: 60, atOnce: 1 });
    await run(fileWork, { cost: 1 });
    const many = Array.from({ length: 60 }, () => run(fileWork, { cost: 1, takes: 40 }, 'greedy'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const began = Date.now();
    const { ended } = await run(fileWork, { cost: 1, takes: 40 }, 'other');
    const others = await Promise.all(many);
    expect(others.filter((each) => each.began > began && each.began < ended).length).toBeLessThan(
      4,
    );
    expect(others.filter((each) => each.began > ended).length).toBeGreaterThan(30);
  });

  it('never has more under way than may be decoded at once', async () => {
    const fileWork = start({ decodedBytes: 100, waitingOfOwner: 60, atOnce: 8 });
    const costs = [60, 40, 100, 10, 30, 60, 90, 100, 20, 20, 20, 20, 20, 50];
    const done = await Promise.all(
      costs.map((cost, n) => run(fileWork, { cost, takes: 30 }, `owner-${n % 3}`)),
    );
    const underWay = (at: number): number =>
      done.reduce(
        (sum, { began, ended }, n) => sum + (began <= at && at < ended ? costs[n]! : 0),
        0,
      );
    const most = Math.max(...done.map(({ began }) => underWay(began)));
    expect(most).toBeLessThanOrEqual(100);
    expect(most).toBeGreaterThan(60);
  });

  it('tells the eleventh of an owner to try again, and takes it later', async () => {
    const fileWork = start();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => codeOf(run(fileWork, { cost: 1, takes: 20 }))),
    );
    expect(answers.filter((code) => code === 'done')).toHaveLength(10);
    expect(answers.filter((code) => code === 'busy')).toHaveLength(50);
    expect(await codeOf(run(fileWork, { cost: 1 }))).toBe('done');
  });

  it('tells who waits too long to try again', async () => {
    const fileWork = start({ wait: 200, atOnce: 1 });
    await run(fileWork, { cost: 1 });
    const slow = codeOf(run(fileWork, { cost: 1, takes: 1_000 }));
    await expect(run(fileWork, { cost: 1 }, 'b')).rejects.toMatchObject({
      code: 'busy',
      details: { retryAfterSeconds: 5 },
    });
    expect(await slow).toBe('done');
    expect(await codeOf(run(fileWork, { cost: 1 }, 'b'))).toBe('done');
  });
});
