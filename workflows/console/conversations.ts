import type { ReportedDetailRecord } from '#contracts/messaging';
import { offerOfAttachment, openAttachmentOf } from '#modules/attachments';
import {
  listReportedForStaff,
  readReportedForStaff,
  readReportedMessages,
  reportedForStaff,
  requireMessagesAccess,
} from '#modules/messaging';
import { offerForStaff } from '#modules/offers';
import type { CtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { withFiles } from '../conversations/talk';
import { listWith, recordWith, withClinicNames } from './records';

const whole = async <R extends { readonly clinicId: string }>(
  ctx: CtxOf<'staff'>,
  records: readonly R[],
) => (await withClinicNames(ctx, records)).map((record) => ({ ...record, messages: null }));

/** A page of reported conversations with what their clinics are called. */
export const listReported = listWith(listReportedForStaff, withClinicNames);

/** @throws AppError `not_found` */
export const reportedWithClinic = recordWith(reportedForStaff, whole);

/** For somebody who looks; logged. @throws AppError `not_found` */
export const readReportedWithClinic = recordWith(readReportedForStaff, whole);

const isOpen = async (ctx: CtxOf<'staff'>, offerId: string): Promise<boolean> =>
  (await offerForStaff(ctx, offerId)).status === 'accepted';

/** With what was said, for a typed reason; logged. @throws AppError `not_found` */
export async function readReportedConversation(
  ctx: CtxOf<'staff'>,
  { offerId, reason }: { offerId: string; reason: string },
): Promise<ReportedDetailRecord> {
  const record = await reportedWithClinic(ctx, offerId);
  const open = await isOpen(ctx, offerId);
  const messages = await readReportedMessages(ctx, { offerId, reason, isOpen: open });
  return { ...record, messages: await withFiles(ctx, messages, { isOpen: open }) };
}

/**
 * The bytes of a file of a reported conversation, for whoever has given a reason to read it within the hour; logged.
 *
 * @throws AppError `not_found`, `forbidden`, `document_unchecked`
 */
export async function openReportedFile(
  ctx: CtxOf<'staff'>,
  file: { offerId: string; fileId: string },
): ReturnType<typeof openAttachmentOf> {
  const { offerId, fileId: id } = file;
  if ((await offerOfAttachment(ctx, { id })) !== offerId) throw new AppError('not_found');
  await requireMessagesAccess(ctx, file);
  return openAttachmentOf(ctx, { id, offerId, isOpen: await isOpen(ctx, offerId) });
}
