import type { MessageDto } from '#contracts/messaging';
import { readMessage } from '#modules/messaging';
import { otherSide } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import { askTranslation } from '../translations/ask';
import { type Found, showMessage } from './talk';

/**
 * One message of the other side in the language of the acting person.
 *
 * @throws AppError as {@link askTranslation}; `not_found` for other messages
 */
export async function translateMessage(
  found: Found,
  { messageId }: { messageId: string },
): Promise<MessageDto> {
  const { ctx, talk } = found;
  const { offerId, patientId, clinicId } = talk;
  await askTranslation(ctx, async (tx) => {
    const message = isId(messageId) ? await readMessage(tx, talk, messageId) : null;
    const writtenBy = otherSide(ctx.actor.kind);
    if (!message || message.from !== writtenBy || message.phrase || message.sharedText === '')
      throw new AppError('not_found');
    const texts = [message.sharedText];
    return { ofId: messageId, kind: 'message', writtenBy, offerId, patientId, clinicId, texts };
  });
  const shown = await showMessage(found, messageId);
  // Taken back, or masked anew, in between.
  if (!shown.translation) throw new AppError('translation_off');
  return shown;
}
