import { type PictureProblem, problemsOf } from '#platform/files/picture-score';
import type { Asked, Measured } from './measure-worker';

/** A browser that has not answered by then is not waited for. */
const patienceMs = 10_000;

let worker: Worker | undefined;
let lastId = 0;

/** What is wrong with a picture that was not sent yet; nothing where this browser cannot say. */
export function problemsOfFile(file: Blob): Promise<PictureProblem[]> {
  const id = (lastId += 1);
  return new Promise((resolve) => {
    const answer = (problems: PictureProblem[]): void => {
      clearTimeout(late);
      worker?.removeEventListener('message', onMessage);
      resolve(problems);
    };
    const onMessage = ({ data }: MessageEvent<Measured>): void => {
      if (data.id === id) answer(data.score ? problemsOf(data.score) : []);
    };
    const late = setTimeout(() => answer([]), patienceMs);
    try {
      worker ??= new Worker(new URL('./measure-worker.ts', import.meta.url), { type: 'module' });
      worker.addEventListener('message', onMessage);
      worker.postMessage({ id, file } satisfies Asked);
    } catch {
      answer([]);
    }
  });
}
