import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { defineMachine } from '#engine';
import { archiveContext, archiveMachine, archiveRef } from './archive.machine';
import { erasureContext, erasureMachine, erasureRef } from './erasure.machine';
import { archivesKept, archiveStatuses, erasureStatuses } from './values';
import { leavingEvents } from './schemas';
import { archive, erasure } from './tables.server';

/** Life of an archive; its id is the archive's. */
export const archiveFlow = defineMachine({
  name: 'leaving.archive',
  version: 1,
  machine: archiveMachine,
  context: archiveContext,
  events: { 'leaving.archive-ready': leavingEvents['leaving.archive-ready'] },
  effects: { 'leaving.make-archive': archiveRef, 'leaving.remove-archive': archiveRef },
  audit: {
    object: 'archive',
    events: {
      'flow.started': { action: 'leaving.ask-archive' },
      'leaving.take-archive': {},
    },
  },
  keepEnded: archivesKept,
  project: async (ctx, { id, at, value, context }) => {
    const status = z.enum(archiveStatuses).parse(value);
    await ctx.db
      .update(archive)
      .set({
        status,
        ...(status === 'ready' ? { readyAt: at, bytes: context.bytes } : {}),
        ...(status === 'taken' ? { takenAt: at } : {}),
        ...(status === 'gone' ? { goneAt: at } : {}),
      })
      .where(eq(archive.id, id));
  },
});

/** The end of an account; its id follows from the account's. */
export const erasureFlow = defineMachine({
  name: 'leaving.erasure',
  version: 1,
  machine: erasureMachine,
  context: erasureContext,
  events: { 'leaving.account-closed': leavingEvents['leaving.account-closed'] },
  effects: { 'leaving.erase': erasureRef },
  project: async (ctx, { id, at, value }) => {
    const status = z.enum(erasureStatuses).parse(value);
    const erased = status === 'watching' ? { erasedAt: at } : {};
    await ctx.db
      .update(erasure)
      .set({ status, ...erased })
      .where(eq(erasure.id, id));
  },
});
