import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { anonymous, type Actor } from '#platform/base/actor';
import { createContext, type Ctx, type Services } from '#platform/context';
import { openDatabase } from '#platform/database/db';
import { newId } from '#platform/base/ids';
import { createLogger } from '#platform/observability/log';
import { fakePorts } from '../../tests/kit/ports';
import { testEnv } from '../../tests/kit/services';
import { eventSteps } from '../../workflows/reactions/index';
import type { Kit } from '../../workflows/offers/testing';

/** The product's commands on a migrated database, in this process. */
export function openBenchKit(url: string): { kit: Kit; close: () => Promise<void> } {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'clinic-bench-data-'));
  const database = openDatabase({ url, poolSize: 32, onError: () => undefined });
  const services = {
    ...{ database, eventSteps, ports: fakePorts(), env: testEnv(url, dataDir) },
    log: createLogger('error', 'bench'),
  } as unknown as Services;
  const ctx = (actor: Actor = anonymous) =>
    createContext(services, actor, { requestId: newId() }) as Ctx<never>;
  const close = async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { kit: { services, ctx }, close };
}

/** Does `work` with each of `items`, so many at once. */
export async function through<T>(
  items: readonly T[],
  loops: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  const loop = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: loops }, loop));
}
