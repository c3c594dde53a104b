import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { inBackground, nothingBeside } from './in-background';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

it('goes on by itself, and is waited for by who asks', async () => {
  let done = false;
  const work = new Promise<void>((resolve) => setTimeout(resolve, 30)).then(() => (done = true));
  inBackground(kit.ctx(), work, 'not done');
  expect(done).toBe(false);
  await nothingBeside(kit.services);
  expect(done).toBe(true);
});

it('fails nobody, and says so in the log', async () => {
  const ctx = kit.ctx();
  const said: unknown[] = [];
  const log = { ...ctx.log, warn: (...line: unknown[]) => said.push(line) } as never;
  const err = new Error('away');
  inBackground({ ...ctx, log }, Promise.reject(err), 'not done');
  await nothingBeside(kit.services);
  expect(said).toEqual([[{ err }, 'not done']]);
});
