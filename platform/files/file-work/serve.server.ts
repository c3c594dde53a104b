import path from 'node:path';
import { guardEgress, onRefusal } from '../../ports/egress/guard';
import { isAppError } from '../../base/errors';
import { uploadName } from '../upload/incoming.server';
import type { Answer, Ask, Result } from './messages';
import { exitCodes } from './exit-codes';
import type { FileHandler } from './task';

/**
 * The other side of {@link openFileWork}: answers what its parent asks until the parent closes the channel or dies.
 * It has no settings, no database and no logger, and dials nobody: what it takes apart may take it over, and has if it
 * tries.
 */
export function serveFileWork(handlers: readonly FileHandler[]): void {
  onRefusal(() => process.exit(exitCodes.dialled));
  guardEgress([]);
  const byTask = new Map(handlers.map((handler) => [handler.task, handler]));
  process.on('message', (ask: Ask) => {
    void answer(byTask, ask).then(send);
  });
  // However the parent ended: nobody is left to work for.
  process.once('disconnect', () => process.exit(0));
  // The parent decides when it ends; a signal to the whole group must not break what is under way.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => undefined);
  // Their messages may hold what a stranger wrote.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, () => process.exit(exitCodes.fault));
  send({ ready: true });
}

function send(result: Result): void {
  const { user, system } = process.cpuUsage();
  const answer: Answer = { ...result, cpu: (user + system) / 1_000 };
  process.send?.(answer, () => undefined);
}

async function answer(
  handlers: ReadonlyMap<string, FileHandler>,
  { id, step, task, folder, input }: Ask,
): Promise<Result> {
  const handler = handlers.get(task);
  if (!handler) return { id, failure: {} };
  try {
    const job = { folder, file: path.join(folder, uploadName), input: input as never };
    return { id, value: (await handler[step](job)) ?? null };
  } catch (error) {
    return {
      id,
      failure: isAppError(error) ? { code: error.code, details: error.details } : {},
    };
  }
}
