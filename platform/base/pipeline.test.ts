import { withTransaction } from '#engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import type { TxCtx } from '../context';
import { pipeline } from './pipeline';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

/** Several statements, one after the other. */
async function chain(tx: TxCtx, ...texts: string[]): Promise<void> {
  for (const text of texts) await tx.tx.query(text);
}

it('gives what each of them answered', async () => {
  const both = await withTransaction(kit.ctx(), (tx) =>
    pipeline(tx.tx.query('select 1 as n'), Promise.resolve('two')),
  );
  expect(both[0].rows).toEqual([{ n: 1 }]);
  expect(both[1]).toBe('two');
});

it('ends when nothing is under way any more, also after a failure', async () => {
  let ended = false;
  const slow = new Promise<void>((resolve) => setTimeout(resolve, 50)).then(() => (ended = true));
  await expect(pipeline(Promise.reject(new Error('early')), slow)).rejects.toThrow('early');
  expect(ended).toBe(true);
});

it('says what failed, not what failed because of it', async () => {
  const failing = withTransaction(kit.ctx(), (tx) =>
    pipeline(chain(tx, 'select 1', 'select 2'), chain(tx, 'select 1 / 0')),
  );
  await expect(failing).rejects.toMatchObject({ code: '22012' });
});
