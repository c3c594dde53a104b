/** One US number (E.164) as people and machines spell it. */
export function spellingsOf(e164: string): string[] {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164)!;
  const wide = (text: string) =>
    text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  return [
    e164,
    `+1 ${area} ${exchange} ${line}`,
    `+1 (${area}) ${exchange}-${line}`,
    `+1-${area}-${exchange}-${line}`,
    `+1.${area}.${exchange}.${line}`,
    `+1/${area}/${exchange}/${line}`,
    `(${area}) ${exchange}-${line}`,
    `${area}-${exchange}-${line}`,
    `${area}${exchange}${line}`,
    `1${area}${exchange}${line}`,
    `1 ${area} ${exchange} ${line}`,
    `001${area}${exchange}${line}`,
    `00 1 ${area} ${exchange} ${line}`,
    `011 1 ${area} ${exchange} ${line}`,
    `%2B1${area}${exchange}${line}`,
    `tel:+1-${area}-${exchange}-${line}`,
    wide(e164),
    `＋1 ${area} ${exchange} ${line}`,
    `${e164};ext=5`,
    `+1 ${area} ${exchange} ${line} x5`,
    `  ${e164}  `,
    `${e164}\r\n`,
    `+1\u00a0${area}\u00a0${exchange}${line}`,
    `+1\u2011${area}\u2011${exchange}\u2011${line}`,
  ];
}

interface WayToType {
  /** The country that is chosen. */
  readonly country: string;
  readonly typed: string;
  /** E.164; null where it is no number that we send to. */
  readonly read: string | null;
}

const ways = (country: string, read: string | null, ...typed: string[]): WayToType[] =>
  typed.map((each) => ({ country, typed: each, read }));

/** How people type, paste and autofill numbers of twelve countries. */
export const waysToType: readonly WayToType[] = [
  ...ways(
    'US',
    '+12125550188',
    '2125550188',
    '(212) 555-0188',
    '212.555.0188',
    '1 212 555 0188',
    '1-212-555-0188',
    '+12125550188',
    '+1 (212) 555-0188',
    '001 212 555 0188',
    'tel:+1-212-555-0188',
    'Phone: (212) 555-0188',
    '\u202a+1 212 555 0188\u202c',
  ),
  ...ways(
    'US',
    '+905321234567',
    '+90 532 123 45 67',
    '+905321234567',
    '0090 532 123 45 67',
    '011 90 532 123 4567',
    '+90 (0) 532 123 45 67',
    '\u202a+90\u00a0532\u00a0123\u00a045\u00a067\u202c',
    '+٩٠ ٥٣٢ ١٢٣ ٤٥ ٦٧',
  ),
  ...ways(
    'TR',
    '+905321234567',
    '0532 123 45 67',
    '0(532) 123 45 67',
    '532 123 45 67',
    '5321234567',
    '905321234567',
    '90 532 123 45 67',
  ),
  ...ways('TR', '+12125550188', '+1 212 555 0188', '001 (212) 555-0188'),
  ...ways('GB', '+447400123456', '07400 123456', '7400 123456', '+44 (0)7400 123456'),
  ...ways('GB', '+447400123456', '00447400123456', '447400123456'),
  ...ways('DE', '+4915112345678', '0151 12345678', '0151/12345678', '+49 151 12345678'),
  ...ways('DE', '+4915112345678', '0049 151 1234 5678', '151 12345678'),
  ...ways('FR', '+33612345678', '06 12 34 56 78', '06.12.34.56.78', '+33 (0)6 12 34 56 78'),
  ...ways('ES', '+34612345678', '612 34 56 78', '0034 612 34 56 78'),
  ...ways('IT', '+393331234567', '333 123 4567', '+39 333 1234567'),
  ...ways('AE', '+971501234567', '050 123 4567', '971501234567', '00971 50 123 4567'),
  ...ways('IL', '+972502345678', '050-234-5678', '+972-50-2345678'),
  ...ways('AU', '+61412345678', '0412 345 678', '61 412 345 678', '+61 412 345 678'),
  ...ways('AU', '+905321234567', '0011 90 532 123 4567', '0090 532 123 4567'),
  ...ways('NZ', '+64211234567', '021 123 4567', '+64 21 123 4567'),
  ...ways('CA', '+14165550123', '(416) 555-0123', '1 416 555 0123'),
  // Of another country than the one that is chosen, and not in international form: asked for, not guessed.
  ...ways('US', null, '0532 123 45 67', '+0532 123 45 67', '905321234567', '07400 123456', '+1'),
];
