import type { FindingCode } from '../findings';

/** Spoken digits, also in the way people write them to get past a filter. */
const digitWords: Record<string, string> = {
  zero: '0',
  oh: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  sifir: '0',
  bir: '1',
  iki: '2',
  uc: '3',
  dort: '4',
  bes: '5',
  alti: '6',
  yedi: '7',
  sekiz: '8',
  dokuz: '9',
};
const word = new RegExp(`\\b(?:${Object.keys(digitWords).join('|')})\\b`, 'g');
const repeated = /\b(double|triple) (\d)/g;

/** Letters of other scripts and full-width signs as their plain likeness; accents gone; lower case. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));

/** Decimal digits of every script lie in runs of ten that begin with zero. */
function digitValue(digit: string): number {
  let code = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    value += 1;
  }
  return value;
}

const withDigits = (text: string): string =>
  text
    .replace(word, (found) => digitWords[found]!)
    .replace(repeated, (_, times: string, digit: string) =>
      digit.repeat(times === 'double' ? 2 : 3),
    )
    // "0ne 5o5": a letter that stands for a digit, but only next to one.
    .replace(/(?<=\d)[ol](?=[\dol\s-])/g, (letter) => (letter === 'o' ? '0' : '1'));

/** Digits with at most three signs that people put between them. */
const digitRun = /\+?\d(?:[\s().\-_/*,;:|~'"\\]{0,3}\d){8,}/g;
/** Amounts, dates, years and the numbers of teeth are digits too: `$5,000`, `2024-05-12`, `11, 12, 21`. */
const harmless =
  /\b[1-4][1-8](?:\s?,\s?[1-4][1-8]\b)+|\b(?:19|20)\d\d[-./](?:0?[1-9]|1[0-2])[-./](?:0?[1-9]|[12]\d|3[01])\b|\b(?:0?[1-9]|[12]\d|3[01])[-./](?:0?[1-9]|[12]\d|3[01])[-./](?:19|20)\d\d\b|[$€£₺]\s?\d[\d.,]*|\b\d[\d.,]*\s?(?:usd|eur|gbp|try|tl|dollars?|euros?|grafts?|hairs?|mg|ml|cm|mm|kg|lbs?|cc)\b|\b(?:19|20)\d\d\b/g;

const hasPhone = (text: string): boolean => {
  const runs = withDigits(text).replace(harmless, ' # ').match(digitRun) ?? [];
  return runs.some((run) => {
    const digits = run.replace(/\D/g, '').length;
    return digits >= 9 && digits <= 17;
  });
};

const at = String.raw`\s*(?:@|\(at\)|\[at\]|\{at\}|<at>|\s(?:at|arroba)\s)\s*`;
const dot = String.raw`\s*(?:\.|\(dot\)|\[dot\]|\{dot\}|<dot>|\s(?:dot|nokta|punkt)\s)\s*`;
const topLevel =
  'com|net|org|info|biz|io|co|me|tr|de|uk|us|eu|fr|nl|it|es|ru|app|dev|link|online|site|shop|clinic|health|xyz|page|ly|gl';
const email = new RegExp(
  String.raw`[a-z0-9][\w.+-]*${at}[a-z0-9-]+(?:${dot}[a-z0-9-]+)*${dot}(?:${topLevel}|[a-z]{2,24})\b`,
);
const provider = new RegExp(
  String.raw`[a-z0-9][\w.+-]*${at}(?:gmail|hotmail|outlook|yahoo|icloud|proton(?:mail)?|gmx|yandex)\b`,
);

const channel =
  'whats ?app|wa|telegram|tg|signal|viber|instagram|insta|ig|facebook|fb|messenger|snapchat|snap|tiktok|twitter|skype|wechat|discord|linkedin|line id';
const handles = [
  // "@some.name", but not the at of an address or of "5 @ 20".
  /(?:^|[^\w@])@[a-z_][\w.]{2,29}\b/,
  // "insta: some.name", "telegram is some_name", "my ig = name"
  new RegExp(
    String.raw`\b(?:${channel})\b\s*(?:id|name|handle|user(?:name)?)?\s*(?:is\s|:|=|-|→)\s*@?[a-z0-9_][\w.]{2,}`,
  ),
  // "whatsapp me", "add me on telegram", "text me on signal"
  new RegExp(String.raw`\b(?:whats ?app|telegram|viber|skype|wechat) me\b`),
  new RegExp(
    String.raw`\b(?:add|find|message|text|dm|reach|write|contact|call)\b(?: \w+){0,3} (?:on|via|by|over|through|at)(?: \w+){0,2} (?:${channel})\b`,
  ),
];

const link = new RegExp(
  [
    String.raw`\b(?:https?|ftp|hxxps?)\s?:\s?/\s?/`,
    String.raw`\bwww\s?[.,]\s?[a-z0-9]`,
    String.raw`\b(?:mailto|tel|sms|whatsapp|tg|skype):\S`,
    String.raw`\b(?:wa|t|m)\.me/`,
    String.raw`\b[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:${topLevel})(?:\b(?!\.\w)|/)`,
    String.raw`\b[a-z0-9][a-z0-9-]+\s?(?:\(dot\)|\[dot\]|\{dot\})\s?(?:${topLevel})\b`,
    String.raw`\b[a-z0-9][a-z0-9-]+ dot (?:com|net|org|io|tr|de)\b`,
  ].join('|'),
);

/** Clinics and patients write to each other here; contact data and links in the notes go around it. */
export function contactFindings(text: string): FindingCode[] {
  const lower = plain(text);
  const contact =
    hasPhone(lower) ||
    email.test(lower) ||
    provider.test(lower) ||
    handles.some((handle) => handle.test(lower));
  return [
    ...(contact ? ['contact-data' as const] : []),
    ...(link.test(lower) ? ['link' as const] : []),
  ];
}
