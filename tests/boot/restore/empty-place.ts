import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Services } from '#platform/context';
import type { Env } from '#platform/config/env';
import { openStorage } from '#platform/ports/open-storage';
import { closeServices, openServices } from '#platform/process/services';
import { listErasures } from '#modules/leaving';
import { eventSteps } from '../../../workflows/reactions/index';
import { registry } from '../../../workflows/registry';
import { eraseLeft } from '../../../scripts/erase-left';
import { migrateOn } from '../../../scripts/prepare';
import { restore } from '../../../scripts/restore-product';
import { createTestDatabase } from '../../kit/database';
import { fakePorts, type FakePorts } from '../../kit/ports';
import { testEnv } from '../../kit/services';

/** A machine with a database without a table and without a file, as somebody has after a disaster. */
export interface EmptyPlace {
  readonly env: Env;
  /** `npm run restore` with these words. */
  restore(...words: string[]): Promise<{ code: number; text: string }>;
  /** What a process of it is made of; what it sends lies in `ports`. */
  open(): { services: Services; ports: FakePorts };
  close(): Promise<void>;
}

export async function emptyPlace(more: Record<string, string> = {}): Promise<EmptyPlace> {
  const database = await createTestDatabase('template0');
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'clinic-restored-'));
  const env: Env = { ...testEnv(database.url, dataDir, more), LOG_LEVEL: 'error' };
  const storage = openStorage(env);
  const opened: Services[] = [];
  return {
    env,
    restore: async (...words) => {
      const lines: string[] = [];
      const code = await restore(
        {
          env,
          storage,
          prepare: () => migrateOn(env, registry),
          erased: () => listErasures(env),
          erase: (people) => eraseLeft(env, people),
        },
        words,
        (line) => lines.push(line),
      );
      return { code, text: lines.join('\n') };
    },
    open: () => {
      const ports = { ...fakePorts(), storage };
      const services = { ...openServices('restored', eventSteps, env), ports };
      opened.push(services);
      return { services, ports };
    },
    close: async () => {
      for (const services of opened) await closeServices(services);
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
