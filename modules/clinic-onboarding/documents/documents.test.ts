import { withTransaction } from '#engine';
import { sql } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actAs } from '#platform/context';
import { newId } from '#platform/base/ids';
import { writeSetting } from '#platform/settings/settings';
import { registry } from '../../../workflows/registry';
import { resetClock } from '../../../tests/kit/clock';
import { outcome } from '../../../tests/kit/identity';
import { somebodyWaits } from '../../../tests/kit/locks';
import { registerClinic } from '../commands.server';
import { askDocumentAgain } from '../reviews.server';
import * as onboarding from '../index.server';
import { someApplication, someDetails } from '../testing';
import {
  documentQuota,
  documentsPerTenMinutes,
  keepDocuments,
  stashDocument,
} from './documents.server';
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

describe('a document', () => {
  it('is read by its owner and by nobody else', async () => {
    const [mine, theirs] = [kit.asPhone(), kit.asPhone()];
    const { _id: id } = await kit.add(mine);
    expect((await kit.read(mine, id)).equals(somePdf.bytes)).toBe(true);
    for (const foreign of [id, newId(), 'nonsense']) {
      expect(await outcome(kit.read(theirs, foreign))).toBe('not_found');
      expect(await outcome(onboarding.removeDocument(theirs, { id: foreign }))).toBe('not_found');
    }
    expect(await onboarding.documentsOf(theirs)).toEqual([]);
    const patient = actAs(mine, { ...mine.actor, role: 'patient' } as const);
    expect(await outcome(kit.read(patient, id))).toBe('forbidden');
  });

  it('is read by someStaff after a line of the log, and not at all when the log fails', async () => {
    const { _id: id } = await kit.add(kit.asPhone());
    const asStaff = kit.services.ctx(someStaff);
    const opened = await onboarding.openDocumentAsStaff(asStaff, { id });
    const read = { objectId: id, actor: `staff:${someStaff.id}` };
    await expect(kit.services).toBeAudited('clinic-onboarding.document-read', read, { only: 1 });
    expect((await buffer(opened.body)).equals(somePdf.bytes)).toBe(true);
    const broken = { ...asStaff, requestId: 'x'.repeat(10) + '\0' };
    await expect(onboarding.openDocumentAsStaff(broken, { id })).rejects.toThrow();
  });

  it('goes with its bytes when its owner removes it, and its row stays', async () => {
    const { ctx, clinicId } = await someApplication(kit.services.ctx(), someStaff);
    const { _id: id } = await kit.add(ctx);
    const { storage_key: key } = (await kit.rowOf(id))!;
    await onboarding.removeDocument(ctx, { id });
    expect(await outcome(onboarding.removeDocument(ctx, { id }))).toBe('not_found');
    expect(await outcome(kit.read(ctx, id))).toBe('not_found');
    expect(await outcome(onboarding.openDocumentAsStaff(kit.services.ctx(someStaff), { id }))).toBe(
      'not_found',
    );
    expect(await kit.rowOf(id)).toMatchObject({ erased: true, clinic_id: clinicId });
    expect(await kit.isStored(key)).toBe(false);
  });

  it.each([
    ['../../etc/passwd.pdf', '../../etc/passwd.pdf'],
    ['..\\..\\x.pdf', '..\\..\\x.pdf'],
    ['CON.pdf', 'CON.pdf'],
    ['a\u202efdp.pdf', 'afdp.pdf'],
    ['  two\nlines.pdf ', 'two lines.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(146)}.pdf`],
    ['👩‍⚕️.pdf', '👩‍⚕️.pdf'],
  ])('keeps the name %j as words only', async (name, kept) => {
    const document = await kit.add(kit.asPhone(), { name });
    expect(document.name).toBe(kept);
    expect((await kit.rowOf(document._id))!.storage_key).toMatch(/^document\/[0-9a-f-]{36}$/);
  });

  it('leaves no row and no file when it is refused', async () => {
    const ctx = kit.asPhone();
    const keys = async () => {
      const all: string[] = [];
      for await (const { key } of kit.services.services.ports.storage.list('document'))
        all.push(key);
      return all;
    };
    const before = await keys();
    await writeSetting(kit.services.ctx(), documentQuota, { files: 1, bytes: 1_000_000 });
    const results = await Promise.allSettled([kit.add(ctx), kit.add(ctx), kit.add(ctx)]);
    await writeSetting(kit.services.ctx(), documentQuota, documentQuota.defaults('test'));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await keys()).length).toBe(before.length + 1);
    expect(await onboarding.documentsOf(ctx)).toHaveLength(1);
  });

  it('counts twenty in ten minutes, good or bad', async () => {
    const ctx = kit.asPhone();
    await writeSetting(kit.services.ctx(), documentsPerTenMinutes, 20);
    for (let n = 0; n < 20; n += 1)
      expect(await outcome(kit.add(ctx, { bytes: Buffer.from('nothing') }))).toBe(
        'unsupported_file_type',
      );
    expect(await outcome(kit.add(ctx))).toBe('too_many_requests');
    await writeSetting(kit.services.ctx(), documentsPerTenMinutes, 1_000);
  });
});

describe('an application', () => {
  it('becomes complete and incomplete with its documents', async () => {
    const { ctx, clinicId } = await someApplication(kit.services.ctx(), someStaff);
    const kinds = [
      'medical-license',
      'clinic-registration',
      'professional-id',
      'clinic-photos',
    ] as const;
    for (const kind of kinds) {
      expect(await kit.stageOf(clinicId)).toBe('documents');
      await kit.add(ctx, { kind });
    }
    expect(await kit.stageOf(clinicId)).toBe('review');
    const [first] = await onboarding.documentsOf(ctx);
    await onboarding.removeDocument(ctx, { id: first!._id });
    expect(await kit.stageOf(clinicId)).toBe('documents');
  });

  it('takes a new file in the place of the one that was asked for again', async () => {
    const { ctx, clinicId, documents } = await someApplication(kit.services.ctx(), someStaff, {
      at: 'complete',
    });
    const asked = documents[0]!;
    await askDocumentAgain(kit.services.ctx(someStaff), { documentId: asked, note: 'Too dark.' });
    expect(await kit.stageOf(clinicId)).toBe('documents');
    const { _id: id } = await kit.add(ctx);
    expect(await kit.stageOf(clinicId)).toBe('review');
    const now = (await onboarding.documentsOf(ctx)).map(({ _id }) => _id);
    expect(now).toContain(id);
    expect(now).not.toContain(asked);
    expect((await kit.rowOf(asked))!.removed_at).not.toBeNull();
  });

  it('takes what is newer once it is approved, and nothing but what is asked for once it is suspended', async () => {
    const { ctx, clinicId, documents } = await someApplication(kit.services.ctx(), someStaff, {
      at: 'accepted',
    });
    await withTransaction(kit.services.ctx(someStaff), (tx) =>
      onboarding.approveApplication(tx, { clinicId }),
    );
    expect(await outcome(kit.add(ctx))).toBe('ok');
    expect(await outcome(onboarding.removeDocument(ctx, { id: documents[0]! }))).toBe(
      'event_refused',
    );
    await withTransaction(kit.services.ctx(someStaff), (tx) =>
      onboarding.suspendClinic(tx, { clinicId, reason: 'No.' }),
    );
    expect(await outcome(kit.add(ctx))).toBe('event_refused');
    await kit.services.services.database.db.execute(
      sql`update clinic_onboarding.document set review = 'asked-again' where id = ${documents[0]!}`,
    );
    expect(await outcome(kit.add(ctx, { kind: 'insurance' }))).toBe('event_refused');
    expect(await outcome(kit.add(ctx))).toBe('ok');
    expect(await outcome(kit.add(ctx))).toBe('event_refused');
  });

  it('adopts what its phone uploaded before, also what is under way', async () => {
    const ctx = kit.asPhone();
    const clinicId = newId();
    await kit.add(ctx);
    const file = await stashDocument(ctx, somePdf);
    const { registering } = await withTransaction(ctx, async (tx) => {
      await keepDocuments(tx, { kind: 'insurance', files: [file] });
      const details = someDetails();
      const begun = {
        registering: withTransaction(ctx, (own) => registerClinic(own, { clinicId, details })),
      };
      await somebodyWaits(kit.services);
      return begun;
    });
    await registering;
    const ids = (await onboarding.documentsOf(ctx)).map(({ _id }) => _id);
    const owners = await Promise.all(ids.map(async (id) => (await kit.rowOf(id))?.clinic_id));
    expect(owners).toEqual([clinicId, clinicId]);
  });
});
