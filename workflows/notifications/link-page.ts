import type { RecipientType } from '#contracts/notifications';

/** Where the link of a mail is confirmed; looking there changes nothing. */
export const linkPage = (reader: RecipientType, link: string): string =>
  `${reader === 'clinic' ? '/clinic' : '/profile'}/email?link=${link}`;
