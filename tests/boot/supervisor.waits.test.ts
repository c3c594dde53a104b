import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/lib/ports.mjs';
import { isAlive, until } from '../../scripts/lib/processes.mjs';
import { makeProduct, processesOf, type BootProduct } from './product';

// Starts whole products beside other tests: what takes a second alone may take ten.
describe('the supervisor', { timeout: 60_000 }, () => {
  let product: BootProduct;
  let dataDir: string;
  beforeAll(async () => {
    product = await makeProduct();
    dataDir = path.join(product.root, '.data');
  });
  afterEach(() => product.stop());
  afterAll(() => product.remove());

  it('starts, says where, and stops web, worker and PostgreSQL in this order', async () => {
    const first = product.run();
    await first.until(/Ready: http:\/\/localhost:\d+/);
    await first.until(/worker ready/);
    // No secret of the others is there to be lost.
    await first.until(/courier ready with COURIER_CIPHER_KEYS COURIER_DATABASE_URL$/m);
    const pids = processesOf(dataDir);
    first.child.kill('SIGINT');
    const { code } = await first.exited;
    expect(code).toBe(0);
    for (const drained of [/web drains/, /worker drains with its database/])
      expect(first.output().split('stopping postgres')[0]).toMatch(drained);
    expect(first.output()).toMatch(/stopping postgres[^]*stopped/);
    expect(Object.values(pids).filter(isAlive)).toEqual([]);
  });

  it('dials nobody but its own web process', async () => {
    const file = path.join(product.root, 'planted');
    const started = product.run({
      NODE_OPTIONS: `--import=${path.resolve('tests/faults/egress/plant.mjs')}`,
      PLANTED_FILE: file,
      PLANTED_PORT: '39999',
    });
    await started.until(/Ready: /);
    process.kill(processesOf(dataDir).supervisor, 'SIGUSR2');
    await started.until(/egress\.refused to=link-local/);
    expect(await until(() => existsSync(file), 10_000)).toBe(true);
    expect(new Set(JSON.parse(readFileSync(file, 'utf8')))).toEqual(new Set(['ERR_ACCESS_DENIED']));
  });

  it('keeps the data folder and the secrets to its own user', async () => {
    const mode = (file: string) => statSync(path.join(dataDir, file)).mode & 0o777;
    expect(mode('secrets.json')).toBe(0o600);
    expect(mode('postgres')).toBe(0o700);
    // Root lends PostgreSQL another user, who may walk through the folder and read nothing.
    expect(mode('')).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
  });

  it('is ready again at once on a folder that exists', async () => {
    const began = Date.now();
    const again = product.run();
    await again.until(/Ready:/);
    // Alone it is one second. What a loaded machine may take is no promise: an install or a build would take minutes.
    expect(Date.now() - began).toBeLessThan(30_000);
    expect(again.output()).not.toMatch(/Migrated/);
    again.child.kill('SIGTERM');
    expect((await again.exited).code).toBe(0);
  });

  it('leaves nothing behind that blocks the next start when it is killed', async () => {
    const port = String(await freePort());
    const killed = product.run({ PORT: port });
    await killed.until(/Ready:/);
    const pids = processesOf(dataDir);
    killed.child.kill('SIGKILL');
    const next = product.run({ PORT: port });
    await next.until(/Ready:/);
    expect(await until(() => !Object.values(pids).some(isAlive), 5_000)).toBe(true);
    next.child.kill('SIGTERM');
    expect((await next.exited).code).toBe(0);
  });

  it('lets web finish what takes most of the time there is, and ends within fifteen seconds', async () => {
    const run = product.run({ STAND_IN_DRAIN_MS: '9000' });
    await run.until(/Ready:/);
    await run.until(/worker ready/);
    const began = Date.now();
    run.child.kill('SIGTERM');
    expect((await run.exited).code).toBe(0);
    expect(run.output()).toContain('web ended by itself');
    expect(Date.now() - began).toBeLessThan(15_000);
  });

  it('ends within fifteen seconds what does not end by itself', async () => {
    const run = product.run({ STAND_IN_DRAIN_MS: '60000' });
    await run.until(/Ready:/);
    await run.until(/worker ready/);
    const pids = processesOf(dataDir);
    const began = Date.now();
    run.child.kill('SIGTERM');
    expect((await run.exited).code).toBe(0);
    expect(Date.now() - began).toBeLessThan(15_000);
    expect(Object.values(pids).filter(isAlive)).toEqual([]);
  });

  it('ends what a killed one left that cannot end by itself, and no stranger with its number', async () => {
    const killed = product.run();
    await killed.until(/Ready:/);
    await killed.until(/worker ready/);
    const { web, worker } = processesOf(dataDir);
    const stranger = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
    for (const pid of [web, worker]) process.kill(pid, 'SIGSTOP');
    killed.child.kill('SIGKILL');
    await killed.exited;
    const file = path.join(dataDir, 'supervisor.lock');
    const lock = JSON.parse(readFileSync(file, 'utf8')) as {
      processes: Record<string, number>;
      births: Record<string, string>;
    };
    // As if the number of a process that ended long ago belonged to somebody else now.
    lock.processes.build = stranger.pid!;
    lock.births.build = lock.births.web!;
    writeFileSync(file, JSON.stringify(lock));
    const next = product.run();
    await next.until(/Ready:/);
    expect([web, worker].filter(isAlive)).toEqual([]);
    expect(isAlive(stranger.pid!)).toBe(true);
    stranger.kill('SIGKILL');
  });

  it('lets one of two starts on one folder win; the other says so in one line', async () => {
    const PORT = String(await freePort());
    const runs = [product.run({ PORT }), product.run({ PORT })];
    const loser = await Promise.race(runs.map((run) => run.exited.then(() => run)));
    expect((await loser.exited).code).toBe(1);
    expect(loser.output().trim().split('\n')).toHaveLength(1);
    expect(loser.output()).toMatch(
      /^Already running from .*: process \d+, http:\/\/localhost:\d+\./,
    );
    const winner = runs.find((run) => run !== loser)!;
    await winner.until(/Ready:/);
    winner.child.kill('SIGTERM');
    await winner.exited;
  });

  it('starts a killed process again, PostgreSQL too', async () => {
    const run = product.run();
    await run.until(/Ready:/);
    for (const name of ['web', 'worker', 'courier', 'postgres'] as const) {
      const before = processesOf(dataDir)[name];
      process.kill(before, 'SIGKILL');
      expect(await until(() => processesOf(dataDir)[name] !== before, 8_000), name).toBe(true);
    }
    run.child.kill('SIGTERM');
    expect((await run.exited).code).toBe(0);
  });

  it('gives up on a process that cannot start, in words', async () => {
    const run = product.run({ STAND_IN_CRASH: 'web' });
    expect((await run.exited).code).toBe(1);
    expect(run.output()).toMatch(/The web process ended five times in a row/);
  });

  it('names a taken port in one line', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as net.AddressInfo;
    const run = product.run({ PORT: String(port) });
    expect((await run.exited).code).toBe(1);
    expect(run.output()).toBe(
      `Port ${port} on 127.0.0.1 is taken by another program. Stop it, or set PORT.\n`,
    );
    other.close();
  });

  it.each([
    ['16', 'was written by PostgreSQL 16, this product brings 18'],
    ['18', 'is damaged'],
  ])('refuses a data folder of version %s that it cannot use', async (version, words) => {
    const folder = path.join(product.root, `broken-${version}`);
    mkdirSync(path.join(folder, 'postgres'), { recursive: true });
    writeFileSync(path.join(folder, 'postgres', 'PG_VERSION'), `${version}\n`);
    writeFileSync(path.join(folder, 'secrets.json'), '{"POSTGRES_PASSWORD":"known"}');
    const run = product.run({ DATA_DIR: folder });
    expect((await run.exited).code).toBe(1);
    expect(run.output().trim().split('\n')).toHaveLength(1);
    expect(run.output()).toContain(words);
  });

  it.each([
    ['a file in its place', (at: string) => writeFileSync(at, ''), 'is not a folder'],
    [
      'foreign files in the database folder',
      (at: string) => {
        mkdirSync(path.join(at, 'postgres'), { recursive: true });
        writeFileSync(path.join(at, 'postgres', 'holiday.jpg'), '');
      },
      'is not a PostgreSQL folder',
    ],
    [
      'unreadable secrets',
      (at: string) => {
        mkdirSync(at);
        writeFileSync(path.join(at, 'secrets.json'), '{"POSTGRES_');
      },
      'cannot be read',
    ],
  ])('refuses a data folder with %s', async (name, prepare, words) => {
    const folder = path.join(product.root, name.replace(/ /g, '-'));
    prepare(folder);
    const run = product.run({ DATA_DIR: folder });
    expect((await run.exited).code).toBe(1);
    expect(run.output().trim().split('\n')).toHaveLength(1);
    expect(run.output()).toContain(words);
  });

  it('lists every fault of production settings at once and starts nothing', async () => {
    const run = product.run({
      DATABASE_URL: 'postgres://127.0.0.1:1/x',
      PORT: '99999',
      OTP_HMAC_KEYS: 'short',
    });
    expect((await run.exited).code).toBe(1);
    const lines = run.output().trim().split('\n');
    for (const key of ['PORT', 'OTP_HMAC_KEYS', 'OTP_CIPHER_KEYS', 'STAFF_CIPHER_KEYS']) {
      expect(lines.filter((line) => line.startsWith(key))).toHaveLength(1);
    }
    expect(run.output()).not.toMatch(/at .*\.m?js/);
  });
});
