import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hours, minutes } from '#platform/base/duration';
import { registry } from '../../../workflows/registry';
import { advance, resetClock } from '../../../tests/kit/clock';
import { pdfWithPacked } from '../../../tests/kit/document-files';
import { outcome } from '../../../tests/kit/identity';
import * as onboarding from '../index.server';
import { someApplication } from '../testing';
import { alignScans } from './files.server';
import { documentKit, somePdf, someStaff, type DocumentKit } from './testing';

let kit: DocumentKit;
beforeAll(async () => {
  kit = await documentKit(registry);
});
beforeEach(async () => {
  kit.useScanner(null);
  await resetClock(kit.services.services);
});
afterAll(() => kit?.services.close());

describe('the scan', () => {
  it('is not made without a scanner, and says so', async () => {
    const ctx = kit.asPhone();
    const { _id: id, scan } = await kit.add(ctx);
    expect(scan).toBe('not_scanned');
    await kit.run();
    expect((await kit.rowOf(id))!.scan).toBe('not_scanned');
    expect((await kit.read(ctx, id)).length).toBeGreaterThan(0);
  });

  it('keeps a document from its clinic, not from someStaff, until it is clean', async () => {
    kit.useScanner(async () => 'clean');
    const ctx = kit.asPhone();
    const { _id: id, scan } = await kit.add(ctx);
    expect(scan).toBe('pending');
    expect(await outcome(kit.read(ctx, id))).toBe('document_unchecked');
    (await onboarding.openDocumentAsStaff(kit.services.ctx(someStaff), { id })).body.destroy();
    await kit.run();
    expect((await kit.rowOf(id))!.scan).toBe('clean');
    expect((await kit.read(ctx, id)).equals(somePdf.bytes)).toBe(true);
  });

  it('takes the bytes of an infected one and asks the clinic for it again', async () => {
    kit.useScanner(async () => 'clean');
    const { ctx, clinicId } = await someApplication(kit.services.ctx(), someStaff, {
      at: 'complete',
    });
    kit.useScanner(async () => 'infected');
    const { _id: id } = await kit.add(ctx, { kind: 'insurance' });
    await kit.run();
    const row = (await kit.rowOf(id))!;
    expect(row).toMatchObject({ scan: 'infected', review: 'asked-again', erased: true });
    expect(row.note).toBeNull();
    expect(await kit.isStored(row.storage_key)).toBe(false);
    expect(await outcome(kit.read(ctx, id))).toBe('not_found');
    const { rows } = await kit.services.services.database.db.execute<{
      kind: string;
      facts: object;
    }>(
      sql`select kind, facts from clinic_onboarding.activity where clinic_id = ${clinicId} order by id desc limit 1`,
    );
    expect(rows[0]).toEqual({
      kind: 'document-asked-again',
      facts: { documentId: id, kind: 'insurance' },
    });
    await kit.run();
    expect((await kit.rowOf(id))!.scan).toBe('infected');
  });

  it('makes an application incomplete again whose only licence is infected', async () => {
    kit.useScanner(async () => 'infected');
    const { ctx, clinicId, documents } = await someApplication(kit.services.ctx(), someStaff, {
      at: 'complete',
    });
    await kit.add(ctx);
    await onboarding.removeDocument(ctx, { id: documents[0]! });
    expect(await kit.stageOf(clinicId)).toBe('review');
    await kit.run();
    expect(await kit.stageOf(clinicId)).toBe('documents');
  });

  it('stays pending while the scanner is away, and raises an alert after 15 minutes', async () => {
    kit.useScanner(() => Promise.reject(new Error('away')));
    const ctx = kit.asPhone();
    const { _id: id } = await kit.add(ctx);
    await expect(kit.run()).rejects.toThrow('away');
    expect((await kit.rowOf(id))!.scan).toBe('pending');
    expect(await onboarding.watchScans(kit.services.ctx())).toBe(0);
    await advance(kit.services.services, minutes(16));
    expect(await onboarding.watchScans(kit.services.ctx())).toBe(1);
    expect(await onboarding.watchScans(kit.services.ctx())).toBe(1);
    const areAlerts = (times: number) =>
      expect(kit.services).toBeAudited('clinic-onboarding.scan-overdue', {}, { times });
    await areAlerts(1);
    expect(kit.services.logged.some((line) => JSON.stringify(line).includes('scan-overdue'))).toBe(
      true,
    );
    await advance(kit.services.services, hours(2));
    await onboarding.watchScans(kit.services.ctx());
    await areAlerts(2);
    kit.useScanner(async () => 'clean');
    await kit.run();
    expect((await kit.rowOf(id))!.scan).toBe('clean');
    expect(await onboarding.watchScans(kit.services.ctx())).toBe(0);
  });

  it('ends as failed when the scanner itself cannot judge, which is not clean', async () => {
    kit.useScanner(async () => 'unread');
    const ctx = kit.asPhone();
    const { _id: id } = await kit.add(ctx);
    await expect(kit.run()).rejects.toThrow('could not judge');
    await kit.services.services.database.db.execute(
      sql`update pgboss.job set retry_count = 2 where name = 'clinic-onboarding.scan-document' and state in ('created', 'retry')`,
    );
    await kit.run();
    expect((await kit.rowOf(id))!.scan).toBe('failed');
    expect(await outcome(kit.read(ctx, id))).toBe('document_unchecked');
  });

  it('is made later for what came before there was a scanner', async () => {
    const ctx = kit.asPhone();
    const { _id: id } = await kit.add(ctx);
    await kit.run();
    kit.useScanner(async () => 'clean');
    expect(await outcome(kit.read(ctx, id))).toBe('document_unchecked');
    expect(await alignScans(kit.services.ctx())).toBeGreaterThan(0);
    await kit.run();
    expect((await kit.rowOf(id))!.scan).toBe('clean');
    const { _id: waiting } = await kit.add(ctx, { kind: 'insurance' });
    kit.useScanner(null);
    await alignScans(kit.services.ctx());
    expect((await kit.rowOf(waiting))!.scan).toBe('not_scanned');
  });

  it('looks into what a PDF has packed, whatever the scanner', async () => {
    const ctx = kit.asPhone();
    const { _id: id } = await kit.add(ctx, {
      bytes: pdfWithPacked('<< /S /JavaScript /JS (x) >>'),
    });
    expect((await kit.rowOf(id))!.warnings).toEqual([]);
    await kit.run();
    expect((await kit.rowOf(id))!.warnings).toEqual(['pdf-javascript']);
  });
});
