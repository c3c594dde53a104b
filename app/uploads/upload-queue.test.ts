import { describe, expect, it } from 'vitest';
import { type UploadOutcome, UploadQueue } from './upload-queue';

const file = (name: string) => new File(['x'], name);
const noAnswer: UploadOutcome = { ok: false, message: null, final: false };

/** A queue whose files are answered one by one. */
function answered() {
  const asked: { name: string; answer: (outcome: UploadOutcome) => Promise<void> }[] = [];
  const stored: unknown[] = [];
  const queue = new UploadQueue<string>(
    ({ name }) =>
      new Promise((resolve) =>
        asked.push({
          name,
          answer: async (outcome) => {
            resolve(outcome);
            await new Promise((done) => setTimeout(done));
          },
        }),
      ),
    (data) => stored.push(data),
  );
  const names = () => queue.list().map(({ file: { name } }) => name);
  return { queue, asked, stored, names };
}
const settled = () => new Promise((done) => setTimeout(done));

describe('files on their way', () => {
  it('go one after the other and leave the list when they are stored', async () => {
    const { queue, asked, stored, names } = answered();
    queue.add([file('a'), file('b')], 'draft');
    await settled();
    expect(asked.map(({ name }) => name)).toEqual(['a']);
    await asked[0]!.answer({ ok: true, data: 1 });
    expect([asked.map(({ name }) => name), names(), stored]).toEqual([['a', 'b'], ['b'], [1]]);
  });

  it('stay with what became of them, hold nobody up, and are sent again', async () => {
    const { queue, asked, names } = answered();
    queue.add([file('a'), file('b')], 'draft');
    await settled();
    await asked[0]!.answer(noAnswer);
    expect(queue.list()[0]!.failure).toEqual(noAnswer);
    await asked[1]!.answer({ ok: true, data: 1 });
    expect(names()).toEqual(['a']);
    queue.retry(queue.list()[0]!);
    await settled();
    expect(queue.list()[0]!.failure).toBeUndefined();
    await asked[2]!.answer({ ok: true, data: 2 });
    expect(names()).toEqual([]);
  });

  it('are not sent once they were taken back', async () => {
    const { queue, asked } = answered();
    queue.add([file('a'), file('b')], 'draft');
    await settled();
    queue.drop(queue.list()[1]!.id);
    await asked[0]!.answer({ ok: true, data: 1 });
    await settled();
    expect(asked).toHaveLength(1);
  });

  it('tell whoever listens, until they stop listening', () => {
    const { queue } = answered();
    let heard = 0;
    const stop = queue.subscribe(() => (heard += 1));
    queue.add([file('a')], 'draft');
    expect(heard).toBe(1);
    stop();
    queue.drop(queue.list()[0]!.id);
    expect(heard).toBe(1);
  });
});
