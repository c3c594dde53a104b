import { and, desc, eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { forgetInstances } from '#engine';
import {
  columnsOf,
  listOf,
  type Person,
  type PersonData,
  stepOf,
} from '#platform/privacy/person-data';
import { archive } from './tables.server';

const archivesOf = ({ kind, id }: Person) =>
  and(eq(archive.ownerId, id), eq(archive.ownerKind, kind))!;

async function eraseArchives(ctx: Ctx, person: Person): Promise<number> {
  const rows = await ctx.db
    .select({ id: archive.id, storageKey: archive.storageKey })
    .from(archive)
    .where(archivesOf(person))
    .limit(20);
  for (const { id, storageKey } of rows) {
    await ctx.services.ports.storage.remove(storageKey);
    await ctx.db.delete(archive).where(eq(archive.id, id));
    await forgetInstances(ctx, [id]);
  }
  return rows.length;
}

/** That somebody left stays, as an id: a restore of an older copy has to erase them again. */
export const personData: PersonData = {
  async *exportOf(ctx: Ctx, person: Person) {
    yield listOf(ctx, 'archives', {
      table: archive,
      columns: columnsOf(archive, ['askedAt', 'readyAt', 'bytes', 'takenAt', 'goneAt']),
      which: archivesOf(person),
      order: desc(archive.askedAt),
    });
  },
  erase: (ctx, person) => stepOf(() => eraseArchives(ctx, person)),
};
