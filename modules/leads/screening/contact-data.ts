import { maskText } from '#contracts/messaging';
import type { FindingCode } from '../findings';

/**
 * Asks to go on elsewhere. No contact data by itself, so conversations leave it; in notes, which the review team reads,
 * it is a reason to look.
 */
const invitations = [
  /\b(?:whats ?app|telegram|viber|skype|wechat) me\b/i,
  /\b(?:add|find|message|text|dm|reach|write|contact|call)\b(?: \w+){0,3} (?:on|via|by|over|through|at)(?: \w+){0,2} (?:whats ?app|telegram|signal|viber|insta(?:gram)?|facebook|messenger|snapchat|skype|wechat|discord|line)\b/i,
];

/** Clinics and patients write to each other here; contact data and links in the notes go around it. */
export function contactFindings(text: string): FindingCode[] {
  const { found } = maskText(text);
  const contact =
    found.some((kind) => kind !== 'link') ||
    invitations.some((invitation) => invitation.test(text));
  return [
    ...(contact ? ['contact-data' as const] : []),
    ...(found.includes('link') ? ['link' as const] : []),
  ];
}
