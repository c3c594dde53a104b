import { AppError } from '../errors';

/** Decoders at work at once in this process: the thread pool has four threads, and files need some too. */
const atOnce = 2;
/** Bytes of uploads that may wait in memory for their turn. */
const maxWaitingBytes = 128 * 1024 * 1024;

let working = 0;
let waitingBytes = 0;
const waiting: Array<() => void> = [];

/**
 * Runs `work` when its turn comes; the decoders are the process's, so the queue is too.
 *
 * @throws AppError `unavailable` when more bytes wait than memory is meant to hold.
 */
export async function inTurn<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  if (working >= atOnce) {
    if (waitingBytes + bytes > maxWaitingBytes)
      throw new AppError('unavailable', { retryAfterSeconds: 5 });
    waitingBytes += bytes;
    // Whoever leaves hands its place over, so `working` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
    waitingBytes -= bytes;
  } else working += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}
