import { maskText } from '#contracts/messaging';
import type { AttachmentDto } from './dto';
import type { attachment } from './tables.server';

type Row = Pick<typeof attachment.$inferSelect, 'id' | 'name' | 'contentType' | 'bytes'>;

/** `isOpen`: names are shown as they are, since the offer was accepted or the reader is the owner before it is sent. */
export const toAttachmentDto = (
  { id, name, contentType: type, bytes }: Row,
  { isOpen }: { isOpen: boolean },
): AttachmentDto => ({ id, name: isOpen ? name : maskText(name).text, type, bytes });
