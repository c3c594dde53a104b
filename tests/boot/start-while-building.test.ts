import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isAlive, until } from '../../scripts/lib/processes.mjs';
import { makeProduct, processesOf, type BootProduct } from './product';

/** Stands in for the build: the servers are there at once, the rest when a file says so, which holds the exit code. */
const standIn = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
writeFileSync('builder', String(process.pid));
process.once('disconnect', () => process.exit(1));
process.send('servers');
setInterval(() => { if (existsSync('rest')) process.exit(Number(readFileSync('rest', 'utf8'))); }, 20);
`;

describe('a start that has to build', { timeout: 120_000 }, () => {
  let product: BootProduct;
  const at = (name: string) => path.join(product.root, name);
  beforeAll(async () => {
    product = await makeProduct();
    cpSync('package-lock.json', at('package-lock.json'));
    writeFileSync(at('scripts/build.mjs'), standIn);
  });
  afterEach(async () => {
    await product.stop();
    for (const name of ['rest', 'builder', 'build/.sources']) rmSync(at(name), { force: true });
  });
  afterAll(() => product.remove());

  const isBuilt = () => existsSync(at('build/.sources'));
  const builder = () => Number(readFileSync(at('builder'), 'utf8'));
  /** What the supervisor has started, once PostgreSQL is among it. */
  const working = async () => {
    const all = () => (existsSync(at('.data/supervisor.lock')) ? processesOf(at('.data')) : null);
    // Beside other tests a first start of PostgreSQL takes its time.
    expect(await until(() => Boolean(all()?.postgres), 45_000)).toBe(true);
    return all()!;
  };
  const endBuild = (code: number) => writeFileSync(at('rest'), String(code));

  it('makes the database meanwhile, and starts web and worker once the whole build stands', async () => {
    const run = product.run({}, 'start');
    await run.until(/Migrated/);
    await working();
    expect(Object.keys(processesOf(at('.data'))).sort()).toEqual(['postgres', 'supervisor']);
    expect(isBuilt()).toBe(false);
    endBuild(0);
    await run.until(/Ready:/);
    expect(run.output()).toMatch(/Migrated[^]*Built in[^]*Ready:/);
    expect(isBuilt()).toBe(true);
    run.child.kill('SIGTERM');
    expect((await run.exited).code).toBe(0);
  });

  it('stops in order with one line where the rest of the build fails', async () => {
    const run = product.run({}, 'start');
    await run.until(/Building/);
    const before = await working();
    endBuild(3);
    expect((await run.exited).code).toBe(1);
    expect(run.output()).toMatch(/The build failed; the lines above say why\.\n$/);
    expect(run.output()).not.toContain('Ready:');
    expect(Object.values(before).filter(isAlive)).toEqual([]);
    expect(isBuilt()).toBe(false);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends the build with itself on %s', async (signal) => {
    const run = product.run({}, 'start');
    await run.until(/Building/);
    const processes = [...Object.values(await working()), builder()];
    run.child.kill(signal);
    expect((await run.exited).code).toBe(0);
    expect(processes.filter(isAlive)).toEqual([]);
    expect(isBuilt()).toBe(false);
  });

  it('leaves no build behind when it is killed', async () => {
    const run = product.run({}, 'start');
    await run.until(/Building/);
    const processes = [...Object.values(await working()), builder()];
    run.child.kill('SIGKILL');
    await run.exited;
    expect(await until(() => !processes.some(isAlive), 20_000)).toBe(true);
    expect(isBuilt()).toBe(false);
  });

  it('ends the build first where the supervisor refuses to start', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as net.AddressInfo;
    const run = product.run({ PORT: String(port) }, 'start');
    await run.until(/is taken by another program/);
    expect(isAlive(builder())).toBe(true);
    endBuild(0);
    expect((await run.exited).code).toBe(1);
    expect(isBuilt()).toBe(true);
    other.close();
  });

  it('touches no database of a production before the whole build stands', async () => {
    const run = product.run({ DATABASE_URL: 'postgres://127.0.0.1:1/x' }, 'start');
    await run.until(/Building/);
    await until(() => existsSync(at('builder')), 20_000);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(run.output()).toBe('Building …\n');
    endBuild(0);
    expect((await run.exited).code).toBe(1);
    expect(run.output()).toMatch(/Built in [^]*OTP_HMAC_KEYS is required/);
  });
});
