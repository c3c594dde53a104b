import { rename } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { days, hours } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { registry } from '../../../workflows/registry';
import { advance, resetClock } from '../../../tests/kit/clock';
import { docFile } from '../../../tests/kit/document-files';
import * as onboarding from '../index.server';
import { someApplication } from '../testing';
import { sweepDocuments } from './files.server';
import { documentKit, someStaff, type DocumentKit } from './testing';

let kit: DocumentKit;
beforeAll(async () => {
  kit = await documentKit(registry);
});
beforeEach(async () => {
  kit.useScanner(null);
  await resetClock(kit.services.services);
});
afterAll(() => kit?.services.close());

describe('the sweep', () => {
  const sweep = () => sweepDocuments(kit.services.ctx());

  it('removes files without a row after an hour, not before', async () => {
    const stray = `document/${newId()}`;
    await kit.services.services.ports.storage.put(stray, Buffer.from('x'), 'application/pdf');
    await kit.add(kit.asPhone());
    await sweep();
    expect(await kit.isStored(stray)).toBe(true);
    await advance(kit.services.services, hours(2));
    await sweep();
    expect(await kit.isStored(stray)).toBe(false);
  });

  it('finds rows without a file: of a bare phone they go, of a clinic they are logged', async () => {
    const phone = kit.asPhone();
    const { ctx } = await someApplication(kit.services.ctx(), someStaff);
    const [loose, owned] = [await kit.add(phone), await kit.add(ctx)];
    for (const { _id } of [loose, owned])
      await kit.services.services.ports.storage.remove((await kit.rowOf(_id))!.storage_key);
    await kit.add(kit.asPhone());
    await advance(kit.services.services, hours(2));
    expect((await sweep()).rowsWithoutFile).toBeGreaterThanOrEqual(2);
    expect(await kit.rowOf(loose._id)).toBeUndefined();
    expect(await kit.rowOf(owned._id)).toBeDefined();
    expect(
      kit.services.logged.some((line) => {
        const text = JSON.stringify(line);
        return text.includes('document-lost') && text.includes(owned._id);
      }),
    ).toBe(true);
  });

  it('touches no row while the whole store is away', async () => {
    const ctx = kit.asPhone();
    const { _id: id } = await kit.add(ctx);
    const folder = path.join(kit.services.dataDir, 'files');
    await rename(folder, `${folder}-away`);
    await advance(kit.services.services, hours(2));
    const swept = await sweep();
    await rename(`${folder}-away`, folder);
    expect(swept.rowsWithoutFile).toBe(0);
    expect(await kit.rowOf(id)).toBeDefined();
    expect((await kit.read(ctx, id)).length).toBeGreaterThan(0);
  });

  it('forgets phones that never registered after 30 days', async () => {
    const phone = kit.asPhone();
    const { ctx } = await someApplication(kit.services.ctx(), someStaff);
    const [loose, owned] = [await kit.add(phone), await kit.add(ctx)];
    const { storage_key: key } = (await kit.rowOf(loose._id))!;
    await advance(kit.services.services, days(29));
    await sweep();
    expect(await kit.rowOf(loose._id)).toBeDefined();
    await advance(kit.services.services, days(2));
    await sweep();
    expect(await kit.rowOf(loose._id)).toBeUndefined();
    expect(await kit.isStored(key)).toBe(false);
    expect(await kit.rowOf(owned._id)).toMatchObject({ erased: false });
  });

  it('lets go of the documents of a clinic that was rejected six months ago', async () => {
    const { ctx, clinicId } = await someApplication(kit.services.ctx(), someStaff);
    const { _id: id } = await kit.add(ctx);
    await withTransaction(kit.services.ctx(someStaff), (tx) =>
      onboarding.rejectApplication(tx, { clinicId, reason: 'No licence.' }),
    );
    await advance(kit.services.services, days(180));
    await sweep();
    expect(await kit.rowOf(id)).toMatchObject({ erased: false });
    await advance(kit.services.services, days(10));
    await sweep();
    const row = (await kit.rowOf(id))!;
    expect(row).toMatchObject({ erased: true });
    expect(await kit.isStored(row.storage_key)).toBe(false);
  });

  it('erases what a failing store kept of a removed document', async () => {
    const ctx = kit.asPhone();
    const { _id: id } = await kit.add(ctx, { name: 'a.doc', type: '', bytes: docFile() });
    const { storage_key: key } = (await kit.rowOf(id))!;
    const { storage } = kit.services.services.ports;
    const failing = { ...storage, remove: () => Promise.reject(new Error('away')) };
    const services = {
      ...kit.services.services,
      ports: { ...kit.services.services.ports, storage: failing },
    };
    await onboarding.removeDocument({ ...ctx, services }, { id });
    expect(await kit.rowOf(id)).toMatchObject({ erased: false });
    expect(await kit.isStored(key)).toBe(true);
    await sweep();
    expect(await kit.rowOf(id)).toMatchObject({ erased: true });
    expect(await kit.isStored(key)).toBe(false);
  });
});
