import { maskMessages, maskText } from '#platform/masking/mask';
import type { Offer } from '#modules/offers';
import { nameForOthers } from '#platform/text/contact-in-name';

type Content = Pick<Offer['content'], 'message' | 'doctorName' | 'availability'>;

/**
 * The free words of an offer as both sides read them until it is accepted: without contact data, also where it was
 * spread over several fields. What was written stays as it is in its row, and is shown once the offer is accepted.
 */
export function maskOffer<C extends Content>(content: C, status: Offer['status']): C {
  if (status === 'accepted') return content;
  const { message, doctorName, availability } = content;
  const [first, second, third] = maskMessages([message, doctorName ?? '', availability ?? '']);
  return {
    ...content,
    message: first!.text,
    doctorName: doctorName === null ? null : nameForOthers(second!.text),
    availability: availability === null ? null : third!.text,
  };
}

/**
 * All that one offer said, oldest first, as both sides read it side by side: without contact data, also where it was
 * spread over several revisions.
 */
export function maskRevisions<C extends Content>(said: readonly C[], status: Offer['status']): C[] {
  if (status === 'accepted') return [...said];
  const masked = said.map((content) => maskOffer(content, status));
  // Words that stayed are read once.
  const texts = [...new Set(masked.map(({ message }) => message))];
  const found = maskMessages(texts);
  const words = new Map(texts.map((text, n) => [text, found[n]!.text]));
  return masked.map((content) => ({ ...content, message: words.get(content.message)! }));
}

/** What a patient wrote, as a clinic reads it that is not chosen. */
export const maskNotes = (text: string): string => maskText(text).text;
