import { randomBytes } from 'node:crypto';
import { anonymous, type Actor } from '#platform/base/actor';
import { createContext, type Ctx } from '#platform/context';
import type { Env } from '#platform/config/env';
import { newId, sha256 } from '#platform/base/ids';
import { closeServices, openServices } from '#platform/process/services';
import { eventSteps } from '../../../workflows/reactions/index';
import {
  publishedLead,
  sentOffer,
  someClinics,
  withoutBudgets,
  type Kit,
} from '../../../workflows/offers/testing';

interface Done {
  readonly done: number;
  readonly failed: number;
  /** Milliseconds. */
  readonly slowest: number;
}

/** Requests with offers, and files that come and go, by the product's own commands where it has them. */
export interface Story {
  /** Goes on until it is ended. */
  begin(): void;
  end(): Promise<Done>;
}

/** As long as a photo of a telephone, re-encoded. */
const fileSize = 200_000;

/** A file as an upload leaves it: bytes first, then their row. */
async function addFile({ services }: Kit): Promise<string> {
  const bytes = randomBytes(fileSize);
  const key = `attachment/${newId()}`;
  await services.ports.storage.put(key, bytes, 'application/pdf');
  await services.database.pool.query(
    `insert into attachments.attachment (id, owner_kind, owner_id, name, content_type, bytes, sha256, storage_key,
       scan, contact_data, readable, created_at)
     values ($1, 'patient', $2, 'report.pdf', 'application/pdf', $3, $4, $5, 'clean', '{}', true, now())`,
    [newId(), newId(), bytes.length, sha256(bytes).toString('hex'), key],
  );
  return key;
}

/** As its owner removes it: the row first. */
async function removeFile({ services }: Kit, key: string): Promise<void> {
  await services.database.pool.query('delete from attachments.attachment where storage_key = $1', [
    key,
  ]);
  await services.ports.storage.remove(key);
}

/** Makes what is there before the backup. */
export async function storyUnderLoad(
  env: Env,
  { requests, files }: { requests: number; files: number },
): Promise<Story> {
  const services = openServices('trial', eventSteps, env);
  const kit: Kit = {
    services,
    ctx: (actor: Actor = anonymous) =>
      createContext(services, actor, { requestId: newId() }) as Ctx<never>,
  };
  await withoutBudgets(kit);
  const clinics = await someClinics(kit, 5);
  // The kit makes clinics whose documents have no bytes.
  await services.database.pool.query('update clinic_onboarding.document set erased = true');
  const tell = async () => {
    const { leadId } = await publishedLead(kit);
    for (const clinic of clinics) await sentOffer(clinic, leadId);
  };
  const keys: string[] = [];
  for (let n = 0; n < files; n += 1) keys.push(await addFile(kit));
  for (let n = 0; n < requests; n += 1) await tell();

  const counts = { done: 0, failed: 0, slowest: 0 };
  let over = false;
  const loop = async (work: () => Promise<unknown>) => {
    while (!over) {
      const began = performance.now();
      await work().then(
        () => (counts.done += 1),
        () => (counts.failed += 1),
      );
      counts.slowest = Math.max(counts.slowest, performance.now() - began);
    }
  };
  const filesComeAndGo = async () => {
    keys.push(await addFile(kit));
    await removeFile(kit, keys.shift()!);
  };
  let loops: Promise<unknown> = Promise.resolve();
  return {
    begin: () => {
      loops = Promise.all([loop(tell), loop(tell), loop(filesComeAndGo)]);
    },
    end: async () => {
      over = true;
      await loops;
      await closeServices(services);
      return counts;
    },
  };
}
