import { type PictureProblem, problemsOf } from '#platform/files/picture-score';
import type { Asked, Measured } from './measure-worker';

/** A browser that has not answered by then is not waited for. */
const patienceMs = 10_000;

let worker: Worker | undefined;
let lastId = 0;

function startWorker(): Worker {
  const started = new Worker(new URL('./measure-worker.ts', import.meta.url), { type: 'module' });
  // Its script could not be loaded: the next photo tries again.
  started.addEventListener('error', () => {
    if (worker === started) worker = undefined;
  });
  return started;
}

/** Loads what measures while there is a network: photos are picked without one, too. */
export function prepareToMeasure(): void {
  try {
    worker ??= startWorker();
  } catch {
    // This browser has no such workers; nothing is measured.
  }
}

/** What is wrong with a picture that was not sent yet; nothing where this browser cannot say. */
export function problemsOfFile(file: Blob): Promise<PictureProblem[]> {
  prepareToMeasure();
  const asked = worker;
  if (!asked) return Promise.resolve([]);
  const id = (lastId += 1);
  return new Promise((resolve) => {
    const answer = (problems: PictureProblem[]): void => {
      clearTimeout(late);
      asked.removeEventListener('message', onMessage);
      asked.removeEventListener('error', onError);
      resolve(problems);
    };
    const onMessage = ({ data }: MessageEvent<Measured>): void => {
      if (data.id === id) answer(data.score ? problemsOf(data.score) : []);
    };
    const onError = (): void => answer([]);
    const late = setTimeout(() => answer([]), patienceMs);
    asked.addEventListener('message', onMessage);
    asked.addEventListener('error', onError);
    asked.postMessage({ id, file } satisfies Asked);
  });
}
