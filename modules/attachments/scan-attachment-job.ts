import { eq } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { audit } from '#platform/audit';
import { minutes, seconds } from '#platform/duration';
import { defineJob, type JobHandler } from '#platform/jobs';
import { transaction } from '#platform/context';
import { attachment } from './tables.server';

/** Enqueued with each file while there is a scanner. One that is away is waited for about half a day, then staff retry. */
export const scanAttachmentJob = defineJob({
  name: 'attachments.scan',
  payload: z.strictObject({ attachmentId: z.uuid() }),
  retry: { limit: 20, delay: seconds(10), backoff: true },
  expiresAfter: minutes(3),
});

/** Attempts at a file of which the scanner itself says that it cannot judge it. */
const attemptsAtUnread = 3;

/** Asks the scanner about a stored file; throws to be tried again. An infected file loses its bytes. */
export const scanAttachmentHandler: JobHandler<typeof scanAttachmentJob.payload> = async (
  ctx,
  job,
) => {
  const { attachmentId: id } = job.payload;
  const [row] = await ctx.db.select().from(attachment).where(eq(attachment.id, id));
  if (!row || row.erased || row.scan !== 'pending') return;
  const { scanner, storage } = ctx.services.ports;
  const stored = await storage.get(row.storageKey);
  if (!stored) {
    ctx.log.error({ attachmentId: id }, 'attachments.lost');
    return;
  }
  const verdict = scanner.configured
    ? await scanner.scan(await buffer(stored.body))
    : 'not_scanned';
  if (!scanner.configured) stored.body.destroy();
  if (verdict === 'unread' && job.attempt < attemptsAtUnread)
    throw new Error('the scanner could not judge an attachment');
  const scan = verdict === 'unread' ? 'failed' : verdict;
  await transaction(ctx, async (tx) => {
    await tx.db.update(attachment).set({ scan }).where(eq(attachment.id, id));
    if (scan === 'infected')
      await audit(tx, { action: 'attachments.infected', object: { type: 'attachment', id } });
  });
  if (scan !== 'infected') return;
  await storage.remove(row.storageKey);
  await ctx.db.update(attachment).set({ erased: true }).where(eq(attachment.id, id));
};
