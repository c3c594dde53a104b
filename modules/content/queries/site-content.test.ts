import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServices, type TestServices } from '../../../tests/kit/services';
import { siteContentSchema } from '../contract';
import { contentEntry } from '../tables.server';
import { defaultContent, deliveredContent, siteContent } from '../queries.server';

let test: TestServices;
beforeAll(async () => {
  test = await createTestServices();
});
afterAll(() => test.close());

/** A process that has read nothing yet: what these tests write, no command did, so nobody is told of it. */
const newProcess = () => {
  const ctx = test.ctx();
  return { ...ctx, services: { ...ctx.services, database: { ...ctx.services.database } } };
};

const store = (key: string, value: unknown) =>
  test.services.database.db
    .insert(contentEntry)
    .values({ key, value, updatedBy: 'system:test', updatedAt: new Date(0) });

describe('the content of the public site', () => {
  it('has defaults that fit its schema and that nobody has confirmed', () => {
    expect(siteContentSchema.parse(defaultContent)).toEqual(defaultContent);
    expect(defaultContent.testimonials.every((one) => one.attribution === '')).toBe(true);
    expect(JSON.stringify(defaultContent)).not.toContain('"confirmed":true');
  });

  it('is the default until staff change a part of it', async () => {
    expect(await siteContent(newProcess())).toEqual(deliveredContent('en'));
    await store('contact', { email: 'care@example.org', phone: null, address: null });
    const content = await siteContent(newProcess());
    expect(content.contact.email).toBe('care@example.org');
    const preview = await siteContent(newProcess(), { drafts: true });
    expect(preview.figures).toEqual(defaultContent.figures);
  });

  it('ignores a stored part that no longer fits', async () => {
    await store('figures', [{ key: 'patients', value: 7 }]);
    const preview = await siteContent(newProcess(), { drafts: true });
    expect(preview.figures).toEqual(defaultContent.figures);
  });

  it('claims nothing that no member of staff has confirmed', async () => {
    const shown = () => siteContent(newProcess());
    expect(await shown()).toMatchObject({ figures: [], badges: [], testimonials: [] });
    const { popularTreatments } = await shown();
    expect(popularTreatments).toHaveLength(defaultContent.popularTreatments.length);
    expect(new Set(popularTreatments.map(({ count }) => count))).toEqual(new Set(['']));
    const badges = [
      { label: 'Verified Clinics', confirmed: true },
      { label: 'HIPAA Compliant', confirmed: false },
    ];
    await store('badges', badges);
    await test.services.database.db
      .update(contentEntry)
      .set({ value: [{ key: 'patients', value: '12', confirmed: true }] })
      .where(eq(contentEntry.key, 'figures'));
    const confirmed = await shown();
    expect(confirmed.badges).toEqual(badges.slice(0, 1));
    expect(confirmed.figures).toEqual([
      { key: 'patients', source: 'configured', value: '12', confirmed: true },
    ]);
  });
});
