import type { MessageDto } from '#contracts/messaging';
import type { TranslatingDto } from '#contracts/translations';
import { InWords, TranslationNote } from '../translation/translated';

/** Where a message is on the page: a reader without scripts comes back to it. */
export const placeOf = (id: string): string => `m-${id}`;

/** Whether this message can be translated for its reader: words of the other side's own, and none in another language yet. */
export const canTranslate = (
  message: MessageDto,
  { isOwn, translating }: { isOwn: boolean; translating: TranslatingDto },
): boolean =>
  translating?.state === 'ready' &&
  !isOwn &&
  message.text !== '' &&
  message.phrase === null &&
  message.translation === null;

interface TranslatedProps {
  message: MessageDto;
  translation: NonNullable<MessageDto['translation']>;
}

/** The translation, who made it, and the original one tap away. */
export const Translated = ({ message: { text }, translation }: TranslatedProps) => (
  <InWords original={text} text={translation.text} translated={translation}>
    <TranslationNote translated={translation} />
  </InWords>
);
