import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { addressIn } from '#app/i18n/address';
import { locales } from '#platform/base/locale';
import { findChromium } from '../../../tests/e2e/kit/chromium';
import { median } from '../engine/rate';
import { end } from '../http/processes';

const paths = [
  ...locales.map((locale) => addressIn(locale, '/')),
  ...['/login', '/clinic-login', '/how-it-works', '/treatments', '/ar/login'],
];
const scores = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const rounds = 5;

/** Fetched when it is asked for: a dependency would bring 160 packages to every installation. */
const lighthouse = 'lighthouse@12.8.2';

/** Lighthouse's mobile scores of pages of the product at `origin`: medians of five. Says so where it cannot be done. */
export async function benchLighthouse(origin: string): Promise<void> {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'clinic-bench-chromium-'));
  let browser: ChildProcess | undefined;
  try {
    browser = await openBrowser(profile);
    const port = await portOf(profile);
    console.log(`\nLighthouse, mobile (medians of five)  ${scores.join('  ')}`);
    for (const page of await pagesOf(origin)) {
      const seen: number[][] = [];
      for (let round = 0; round < rounds; round += 1) {
        seen.push(await scoresOf(origin + page, port));
      }
      const cells = scores.map((name, at) =>
        String(median(seen.map((each) => each[at]!))).padStart(name.length),
      );
      console.log(`${page.padEnd(37)} ${cells.join('  ')}`);
    }
  } catch (error) {
    console.log(
      `\nLighthouse: not measured. ${error instanceof Error ? error.message : 'unknown'}`,
    );
  } finally {
    if (browser) await end(browser);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The pages above, and with them the first treatment and the first clinic that the lists of them lead to. */
async function pagesOf(origin: string): Promise<string[]> {
  const first = async (list: string, link: RegExp): Promise<string[]> => {
    const html = await (await fetch(origin + list)).text();
    return link.exec(html)?.slice(1) ?? [];
  };
  return [
    ...paths,
    ...(await first('/treatments', /href="(\/treatments\/[^/"]+\/[^/"]+)"/)),
    ...(await first('/find-clinics', /href="(\/find-clinics\/[^/"?]+)"/)),
  ];
}

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null } | undefined>>;
}

/** The scores of one visit, 0 to 100, in the order of `scores`. */
async function scoresOf(url: string, port: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      lighthouse,
      url,
      `--port=${port}`,
      '--quiet',
      '--output=json',
      `--only-categories=${scores.join(',')}`,
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const { categories } = JSON.parse(stdout) as Report;
  return scores.map((name) => Math.round(100 * (categories[name]?.score ?? 0)));
}

async function openBrowser(profile: string): Promise<ChildProcess> {
  const { executablePath, args, env } = await findChromium();
  if (!executablePath) throw new Error('There is no Chromium here.');
  const own = ['--headless', '--no-sandbox', '--remote-debugging-port=0'];
  return spawn(executablePath, [...args, ...own, `--user-data-dir=${profile}`, 'about:blank'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
}

/** Chromium chooses a port, and writes it down when it listens. */
async function portOf(profile: string): Promise<number> {
  const file = path.join(profile, 'DevToolsActivePort');
  for (let tries = 0; tries < 300; tries += 1) {
    try {
      return Number(readFileSync(file, 'utf8').split('\n')[0]);
    } catch {
      await new Promise((done) => setTimeout(done, 100));
    }
  }
  throw new Error('Chromium did not start.');
}
