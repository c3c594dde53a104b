import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closureOf, makeRuntime, neededBy } from '../../scripts/lib/runtime.mjs';
import { settingsIn, withSettings } from './files';

interface Stage {
  readonly from: string;
  /** Its instructions, continued lines joined. */
  readonly does: readonly string[];
}

function stagesOf(file: string): Stage[] {
  const lines = readFileSync(file, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Array<{ from: string; does: string[] }> = [];
  for (const line of lines) {
    const from = /^FROM (\S+)/.exec(line)?.[1];
    if (from) stages.push({ from, does: [] });
    else stages.at(-1)?.does.push(line);
  }
  return stages;
}

const all = (stage: Stage, instruction: string): string[] =>
  stage.does.filter((line) => line.startsWith(`${instruction} `));

describe('the Containerfile', () => {
  const stages = stagesOf('Containerfile');
  const last = stages.at(-1)!;

  it('builds in stages, and ends with a plain base', () => {
    expect(stages).toHaveLength(3);
    expect(stages[0]!.from).toBe('${NODE_IMAGE}');
    expect(last.from).toBe('${BASE}');
  });

  it('takes nothing into the last stage but what was laid out to run', () => {
    expect(all(last, 'COPY')).toEqual(['COPY --from=build /out /app']);
    expect(all(last, 'ADD')).toEqual([]);
    expect(all(last, 'RUN').join()).not.toMatch(/npm|npx|apt|curl|wget/);
  });

  it('runs as nobody who has a name on the host, and is asked whether it lives', () => {
    expect(all(last, 'USER')).toEqual(['USER 10001:10001']);
    const [health] = all(last, 'HEALTHCHECK');
    expect(health).toMatch(/CMD \["node", "ops\/healthy\.mjs", "web"\]$/);
    expect(last.does.indexOf('USER 10001:10001')).toBeLessThan(last.does.indexOf(health!));
  });

  it('holds no secret: those of a registry are mounted for one command', () => {
    const text = stages.flatMap(({ does }) => does).join('\n');
    expect(text).not.toMatch(/^(ARG|ENV) .*(TOKEN|PASSWORD|SECRET|KEY)/im);
    expect(all(stages[0]!, 'RUN')).toEqual([
      expect.stringContaining('--mount=type=secret,id=npmrc,target=/root/.npmrc npm ci'),
    ]);
  });

  it('is given nothing of a running demo, no settings and no build of the host', () => {
    const left = readFileSync('.containerignore', 'utf8').split('\n');
    for (const name of [
      '.git',
      '.data',
      '.env',
      'build',
      'node_modules',
      'ops/containers/settings',
    ])
      expect(left).toContain(name);
    expect(readFileSync('.dockerignore', 'utf8')).toBe(left.join('\n'));
    expect(readFileSync('.gitignore', 'utf8')).toContain('ops/containers/settings/\n');
  });

  it('has neighbours of which none runs as root', () => {
    const around = stagesOf('ops/containers/Containerfile');
    expect(around).toHaveLength(4);
    for (const stage of around) {
      expect(all(stage, 'USER')).toHaveLength(1);
      expect(all(stage, 'USER')[0]).not.toMatch(/root|\b0\b/);
    }
  });
});

describe('what runs', () => {
  const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };

  it('takes packages that built code names, and files of packages that are not code', () => {
    const script = `import pg from "pg";
import { a } from "node:fs";
import "./shared.js";
export * from "@node-rs/argon2";
const sharp = () => import("sharp/lib/x");
const vite = () => import("vite");
const hidden = async () => (await importAtRuntime("strtok3")).fromFile;
const text = 'import x from "never"';
const font = () => createRequire(import.meta.url).resolve("pdfjs-dist/standard_fonts/a.ttf");
const long = () => createRequire(import.meta.url).resolve(
  "@fontsource/a/files/b.woff"
);`;
    expect(neededBy([script])).toEqual({
      packages: ['@node-rs/argon2', 'pg', 'sharp', 'strtok3'],
      files: ['@fontsource/a/files/b.woff', 'pdfjs-dist/standard_fonts/a.ttf'],
    });
  });

  it('has all that these depend on, and nothing that only tools need', () => {
    const folders = closureOf('.', ['@aws-sdk/client-s3', '@node-rs/argon2', 'pg', 'pg-boss', 'pino', 'sharp', 'twilio']); // prettier-ignore
    for (const name of ['pg-protocol', 'sharp', 'sonic-boom', 'axios'])
      expect(folders).toContain(`node_modules/${name}`);
    expect(folders.filter((folder) => locked.packages[folder]?.dev)).toEqual([]);
    expect(folders.filter((folder) => /vite|react|embedded|typescript/.test(folder))).toEqual([]);
  });

  it('refuses what is not installed', () => {
    expect(() => closureOf('.', ['no-such-package'])).toThrow('no-such-package is not installed');
  });

  describe('laid out', () => {
    const place = mkdtempSync(path.join(os.tmpdir(), 'clinic-runtime-'));
    const root = path.join(place, 'checkout');
    const file = (name: string, text = ''): void => {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), text);
    };
    const pack = (name: string, dependencies = {}): void => {
      file(`${name}/package.json`, JSON.stringify({ name, dependencies }));
      file(`${name}/index.js`);
    };
    beforeAll(() => {
      file('build/server/web.js', 'import a from "a";\n');
      file('build/client/sw.js');
      file('build/console/app.js');
      file('migrations/0001_a.sql');
      file('migrations/baseline.sql');
      file('migrations/baseline.json');
      file('migrations/meta/_journal.json');
      file('migrations/meta/0001_snapshot.json');
      file('migrations/seed/people.ts');
      file('migrations/seed.ts');
      file('package.json', '{}');
      file('.env', 'SECRET=1');
      for (const name of ['ops/healthy.mjs', 'ops/systemd/audit-check']) file(name);
      pack('node_modules/a', { b: '1' });
      pack('node_modules/a/node_modules/b');
      pack('node_modules/a/node_modules/unused');
      pack('node_modules/b');
      pack('node_modules/tool');
      makeRuntime(root, path.join(place, 'out'), process.execPath);
    });
    afterAll(() => rmSync(place, { recursive: true, force: true }));

    it('is the build, the migrations, the packages that it loads, and Node', async () => {
      const { readdirSync, statSync } = await import('node:fs');
      const out = path.join(place, 'out');
      const files = readdirSync(out, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(path.join(out, name)).isFile())
        .sort();
      expect(files).toEqual([
        'bin/node',
        'build/client/sw.js',
        'build/console/app.js',
        'build/server/web.js',
        'migrations/0001_a.sql',
        'migrations/baseline.json',
        'migrations/baseline.sql',
        'migrations/meta/_journal.json',
        'node_modules/a/index.js',
        'node_modules/a/node_modules/b/index.js',
        'node_modules/a/node_modules/b/package.json',
        'node_modules/a/package.json',
        'ops/healthy.mjs',
        'ops/systemd/audit-check',
        'package.json',
      ]);
    });

    it('is never laid over another one', () => {
      expect(() => makeRuntime(root, path.join(place, 'out'), process.execPath)).toThrow(
        'is not empty',
      );
    });
  });
});

describe('the question whether a process lives', () => {
  const ask = (kind: string, env: Record<string, string>): Promise<number | null> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['ops/healthy.mjs', kind], {
        env: { ...process.env, ...env },
        stdio: 'ignore',
      });
      child.once('exit', resolve);
    });

  it.each(['web', 'worker'])('is answered by the port of a %s', async (kind) => {
    let status = 200;
    const asked: string[] = [];
    const server = createServer((req, res) => {
      asked.push(req.url!);
      res.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = String((server.address() as AddressInfo).port);
    const env = withSettings((folder) => settingsIn(path.join(folder, 'product.env')));
    const at = { ...env, [kind === 'web' ? 'PORT' : 'WORKER_OPS_PORT']: port };
    expect(await ask(kind, at)).toBe(0);
    status = 500;
    expect(await ask(kind, at)).toBe(1);
    await new Promise((resolve) => server.close(resolve));
    expect(await ask(kind, at)).toBe(1);
    expect(asked).toEqual(['/healthz', '/healthz']);
  });
});
