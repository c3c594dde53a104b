import type { ReportedDetailRecord, reportedList, ReportedRecord } from '#contracts/messaging';
import { offerOfAttachment, openAttachmentOf } from '#modules/attachments';
import {
  listReportedForStaff,
  readReportedForStaff,
  readReportedMessages,
  reportedForStaff,
  requireMessagesAccess,
} from '#modules/messaging';
import { offerForStaff } from '#modules/offers';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { Page, RequestOf } from '#platform/lists/list';
import { withFiles } from '../conversations/talk';
import { withClinicNames } from './offers';

type Staff = Ctx<ActorOf<'staff'>>;

const named = async <R extends { readonly clinicId: string }>(ctx: Staff, record: R) => ({
  ...(await withClinicNames(ctx, [record]))[0]!,
  messages: null,
});

/** A page of reported conversations with what their clinics are called. */
export async function listReported(
  ctx: Staff,
  request: RequestOf<typeof reportedList>,
): Promise<Page<ReportedRecord>> {
  const { rows, total } = await listReportedForStaff(ctx, request);
  return { rows: await withClinicNames(ctx, rows), total };
}

/** @throws AppError `not_found` */
export const reportedWithClinic = async (ctx: Staff, id: string): Promise<ReportedDetailRecord> =>
  named(ctx, await reportedForStaff(ctx, id));

/** For somebody who looks; logged. @throws AppError `not_found` */
export const readReportedWithClinic = async (
  ctx: Staff,
  id: string,
): Promise<ReportedDetailRecord> => named(ctx, await readReportedForStaff(ctx, id));

const isOpen = async (ctx: Staff, offerId: string): Promise<boolean> =>
  (await offerForStaff(ctx, offerId)).status === 'accepted';

/** With what was said, for a typed reason; logged. @throws AppError `not_found` */
export async function readReportedConversation(
  ctx: Staff,
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
  ctx: Staff,
  file: { offerId: string; fileId: string },
): ReturnType<typeof openAttachmentOf> {
  const { offerId, fileId: id } = file;
  if ((await offerOfAttachment(ctx, { id })) !== offerId) throw new AppError('not_found');
  await requireMessagesAccess(ctx, file);
  return openAttachmentOf(ctx, { id, offerId, isOpen: await isOpen(ctx, offerId) });
}
