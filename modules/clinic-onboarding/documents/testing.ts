import { sql } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import type { ActorOf } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import type { Registry } from '#engine/operations';
import { runJobs } from '#engine/testing';
import { newId } from '#platform/base/ids';
import { openStorage } from '#platform/ports/open-storage';
import type { Scanner, Verdict } from '#platform/ports/scanner';
import { writeSetting } from '#platform/settings/settings';
import { pdfFile } from '../../../tests/kit/document-files';
import { createQueuedServices } from '../../../tests/kit/identity';
import type { TestServices } from '../../../tests/kit/services';
import type { DocumentDto } from '../schemas';
import { addDocument, documentsPerTenMinutes, openDocument } from './documents.server';

type Owner = CtxOf<'clinic' | 'phone-verified'>;
type Adding = Parameters<typeof addDocument>[1];

export const someStaff: ActorOf<'staff'> = {
  kind: 'staff',
  id: newId(),
  role: 'reviewer',
  sessionId: newId(),
};

export const somePdf = { name: 'licence.pdf', type: 'application/pdf', bytes: pdfFile() };

export interface DocumentRowFacts extends Record<string, unknown> {
  scan: string;
  review: string;
  warnings: string[];
  erased: boolean;
  note: string | null;
  storage_key: string;
  clinic_id: string | null;
  removed_at: string | null;
}

export interface DocumentKit {
  readonly services: TestServices;
  /** The scanner from now on; null: none is configured. */
  useScanner(scan: (() => Promise<Verdict>) | null): void;
  /** A verified phone of a clinic that nobody else has. */
  asPhone(): CtxOf<'phone-verified'>;
  add(ctx: Owner, more?: Partial<Adding>): Promise<DocumentDto>;
  read(ctx: Owner, id: string): Promise<Buffer>;
  rowOf(id: string): Promise<DocumentRowFacts | undefined>;
  stageOf(clinicId: string): Promise<string | undefined>;
  isStored(key: string): Promise<boolean>;
  /** Runs what waits in the queue. */
  run(): Promise<number>;
}

/** Services with files on disk, a queue, and no limit on uploads; `registry` says what runs in it. */
export async function documentKit(registry: Registry): Promise<DocumentKit> {
  const services = await createQueuedServices();
  const ports = services.services.ports as { storage: unknown; scanner: Scanner };
  ports.storage = openStorage(services.services.env);
  await writeSetting(services.ctx(), documentsPerTenMinutes, 1_000);
  let phones = 0;
  const rows = async <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    (await services.services.database.db.execute<T>(query)).rows;
  return {
    services,
    useScanner: (scan) => {
      const none = () => Promise.reject(new Error('none'));
      ports.scanner = { configured: scan !== null, scan: scan ?? none };
    },
    asPhone: () =>
      services.ctx({
        kind: 'phone-verified',
        role: 'clinic',
        phone: `+1202555${String((phones += 1)).padStart(4, '0')}`,
        sessionId: newId(),
      }),
    add: (ctx, more = {}) => addDocument(ctx, { kind: 'medical-license', ...somePdf, ...more }),
    read: async (ctx, id) => buffer((await openDocument(ctx, { id })).body),
    rowOf: async (id) =>
      (
        await rows<DocumentRowFacts>(sql`select * from clinic_onboarding.document where id = ${id}`)
      )[0],
    stageOf: async (clinicId) =>
      (
        await rows<{ stage: string }>(
          sql`select stage from clinic_onboarding.clinic where id = ${clinicId}`,
        )
      )[0]?.stage,
    isStored: async (key) => {
      const found = await services.services.ports.storage.get(key);
      found?.body.destroy();
      return found !== null;
    },
    run: () => runJobs(services.services, registry),
  };
}
