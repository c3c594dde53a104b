import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../kit/test';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** What only the console holds: the kit, its widgets, its words. */
const ofTheConsole = [
  /Mui[A-Z]/,
  /ra\.notification/,
  /Approve clinic/,
  /staff\.queue-changed/,
  /pdfjs/,
];

test('not one byte of the console is in the public build', () => {
  const files = filesIn('build/client').filter((file) => /\.(js|css|html)$/.test(file));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    for (const mark of ofTheConsole) expect(mark.test(text), `${file} holds ${mark}`).toBe(false);
  }
  // The bundler decides which file holds what: the words are looked for in all of them.
  const own = filesIn('build/console').filter((file) => file.endsWith('.js'));
  const whole = own.map((file) => readFileSync(file, 'utf8')).join('');
  for (const mark of ofTheConsole) expect(mark.test(whole), `the console holds ${mark}`).toBe(true);
});

test('public pages load nothing of it', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const address of ['/', '/login', '/clinic-login']) {
    await page.goto(address, { waitUntil: 'networkidle' });
    expect(await page.content()).not.toContain('/console/');
  }
  expect(asked.filter((address) => address.startsWith('/console'))).toEqual([]);
});

test('its page has a nonce of its own each time and holds nothing of anybody', async ({
  request,
}) => {
  const answers = await Promise.all([request.get('/admin'), request.get('/admin/clinics')]);
  const pages = await Promise.all(answers.map((answer) => answer.text()));
  const nonces = pages.map((page) => /<script[^>]* nonce="([^"]+)"/.exec(page)?.[1]);
  expect(new Set(nonces).size).toBe(2);
  for (const [at, answer] of answers.entries()) {
    expect(answer.headers()['content-security-policy']).toContain(`'nonce-${nonces[at]}'`);
    expect(answer.headers()['content-security-policy']).not.toContain('unsafe');
    expect(answer.headers()['cache-control']).toBe('no-store');
    const script = /<script[^>]* src="([^"]+)"/.exec(pages[at]!)![1]!;
    const asset = await request.get(script);
    expect(asset.headers()['cache-control']).toContain('immutable');
  }
  expect(pages[0]!.replaceAll(nonces[0]!, '')).toBe(pages[1]!.replaceAll(nonces[1]!, ''));
  expect((await request.get('/console/.vite/manifest.json')).status()).toBe(404);
});
