import { maskText } from '#contracts/messaging';
import { fileNameForOthers } from '#platform/contact-in-name';
import type { AttachmentDto, OwnAttachmentDto } from './dto';
import { unfitBeforeChoice } from './fitness';
import type { attachment } from './tables.server';

type Columns = typeof attachment.$inferSelect;
type Row = Pick<Columns, 'id' | 'name' | 'contentType' | 'bytes'>;

/**
 * `isOpen`: names are shown as they are, since the offer was accepted or the reader is the owner before it is sent; else
 * without contact data, and none at all where one names a handle or a messenger.
 */
export const toAttachmentDto = (
  { id, name, contentType: type, bytes }: Row,
  { isOpen }: { isOpen: boolean },
): AttachmentDto => ({
  ...{ id, type, bytes },
  name: isOpen ? name : fileNameForOthers(maskText(name).text),
});

/** For its owner, before it is sent. */
export function toOwnAttachmentDto(
  row: Row & Pick<Columns, 'contactData' | 'readable'>,
): OwnAttachmentDto {
  const unfit = unfitBeforeChoice(row);
  return { ...toAttachmentDto(row, { isOpen: true }), ...(unfit ? { unfit } : {}) };
}
