/**
 * Digits that are no telephone number: dates, times, amounts, sizes, doses, lot numbers. All of these are bounded and
 * anchored at a digit, so that hostile text costs no more than its length.
 */
const amount = String.raw`(?:\d{1,3}(?:[.,]\d{3}){1,3}|\d{1,3}(?: \d{3}){1,2}|\d{1,7})(?:[.,]\d{1,2})?`;
const unit =
  'usd|eur|gbp|try|chf|aed|sar|tl|lira|dollars?|dolar|euros?|avro|pounds?|sterlin|bucks|k|' +
  'grafts?|greft|hairs?|kok|sac|units?|unite|iu|mg|mcg|ug|gr?|grams?|gram|ml|cl|dl|l|cm|mm|m|km|kg|kilo|lbs?|cc|oz|' +
  'inch(?:es)?|in|mmhg|bpm|kcal|mmol|x|hours?|saat|minutes?|mins?|dakika|dk|days?|gun|weeks?|hafta|months?|ay|years?|yil|' +
  'percent|yuzde|visits?|seans|sessions?|crowns?|implants?|veneers?|tablets?|tablet|kapsul|pills?|drops?|damla';
const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|' +
  'ocak|subat|mart|nisan|mayis|haziran|temmuz|agustos|eylul|ekim|kasim|aralik';
const day = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const monthNumber = String.raw`(?:0?[1-9]|1[0-2])`;
const year = String.raw`(?:19|20)\d\d`;
const time = String.raw`(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?`;
/** Not in the middle of a row of digits: "532 123 45 67 usd" is no amount of 67 dollars. */
const fresh = String.raw`(?<![\d+])(?<!\d[ .\-/_)]{1,3})`;
const range = String.raw`\s?(?:-|/|to|and|or|ile|ve|veya|ila)\s?`;

const patterns = [
  // 2026-05-12, 12.05.2026, 5/12/26, 12 May 2026, and the same without signs, as cameras name their pictures.
  String.raw`(?<!\d)${year}[-./]${monthNumber}[-./]${day}(?!\d)`,
  String.raw`(?<!\d)${day}[-./]${day}[-./](?:${year}|2\d)(?!\d)`,
  String.raw`(?<!\d)(?:${day}\s?-\s?)?${day}(?:st|nd|rd|th)?\.?\s(?:of )?(?:${month})(?:\s${year})?(?!\d)`,
  String.raw`(?<![a-z])(?:${month})\s${day}(?:st|nd|rd|th)?(?:,?\s${year})?(?![\d:])`,
  String.raw`(?<!\d)20[2-3]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)(?:[_-]\d{6}(?!\d))?`,
  String.raw`(?<!\d)(?:${year}|${day})\s?-\s?(?:${year}|${day})(?=\s(?:${month}))`,
  String.raw`${fresh}${time}(?:\s?(?:-|to|ile)\s?${time})?(?!\d)`,
  // $5,000 to $10,000, 4.500 EUR, 1.250,50 TL, USD 900, 5000 - 10000 USD
  String.raw`[$€£₺]\s?${amount}(?!\d)(?:${range}${amount}(?!\d))?`,
  String.raw`(?<![a-z])(?:usd|eur|gbp|try|tl|chf|euros?|dollars?)\s?${amount}(?!\d)(?:${range}${amount}(?!\d))?`,
  String.raw`${fresh}${amount}(?:${range}${amount})?\s?(?:[$€£₺%]|(?:${unit})(?![a-z0-9]))`,
  String.raw`[%±≈~]\s?\d{1,3}(?:[.,]\d{1,2})?(?!\d)`,
  // 10x20x30 mm, 3.5 x 11.5
  String.raw`${fresh}\d{1,4}(?:[.,]\d{1,2})?(?:\s?x\s?\d{1,4}(?:[.,]\d{1,2})?){1,2}(?!\d)(?:\s?(?:${unit})(?![a-z0-9]))?`,
  // Blood pressure, always two or three digits over two or three.
  String.raw`${fresh}(?:[6-9]\d|1\d\d|2[0-4]\d)\/(?:[3-9]\d|1[0-4]\d)(?![\d/])`,
];
const plainInnocent = new RegExp(patterns.join('|'), 'g');

const productCode =
  /(?<![a-z])(?:lot|batch|ref|s\/n|sn|seri|serial|parti|udi|gtin|barkod|barcode|ubb|ruhsat|lisans|licen[cs]e|belge|certificate|sertifika)(?:\s?(?:no|nr|num|number|numarasi|kodu|code|id)(?![a-z]))?\s?[.:#=]{0,2}\s?((?:\(\d{2}\))?[a-z0-9][a-z0-9\-/.()]{2,40})/g;
const mobileLike =
  /^(?:\+|00|\(?0?5\d\d\)?\D?\d{3}\D?\d{2}\D?\d{2}$|90\D?5|\(?\d{3}\)?[-.]\d{3}[-.]\d{4}$|0\d{9,10}$)/;

/** House number and postcode, where a street stands before them: "No: 123/4, 34710 Kadıköy". */
const houseNumber = /(?<!\d)\d{1,4}[a-z]?(?:\s?[-/]\s?\d{1,4}[a-z]?)?,?\s\d{5}(?=\s[a-z])/g;
const street =
  /(?<![a-z])(?:no|kat|daire|cad|cadde|caddesi|sok|sokak|sokagi|sk|bulv|bulvari|mah|mahallesi|street|st|road|rd|avenue|ave|blvd|floor|strasse|str)[\s.:,]/;

/** Where a row of digits begins like a number that is dialled, nothing in it is a date or an amount. */
export const dialled =
  /(?<![\d.,])(?:\+\s?\(?\d|(?<![a-z])(?:00[1-9]\d|\(?0[2-5]\d\d\)?(?!\d{0,2}[.,/])))/y;

/** The text with all innocent digits as `#`, everything at its place. */
export function blotInnocent(text: string): string {
  const blot = (found: string) => '#'.repeat(found.length);
  return text
    .replace(productCode, (found, code: string) =>
      /\d/.test(code) && !mobileLike.test(code) ? blot(found) : found,
    )
    .replace(houseNumber, (found, at: number) =>
      street.test(text.slice(Math.max(0, at - 30), at)) ? blot(found) : found,
    )
    .replace(plainInnocent, blot);
}

const isYear = (group: string) => /^(?:19|20)\d\d$/.test(group);
const isTooth = (group: string) => /^(?:[1-4][1-8]|[5-8][1-5])$/.test(group);
const isRound = (group: string) => /^[1-9]\d{1,6}0$/.test(group);

/** Whether rows of separate numbers that say no amount or date are a list of such all the same. */
export function isListOfNumbers(groups: readonly string[], between: readonly string[]): boolean {
  if (groups.length < 2) return false;
  const listed = between.every((sign) => /[,;/\n&-]|\b(?:and|ve|or|to)\b/.test(sign));
  if (groups.every(isYear) || (listed && groups.every(isRound))) return true;
  const commas = between.every((sign) => /[,;\n&]|\b(?:and|ve|or)\b/.test(sign));
  if (!commas || groups.length < 3) return false;
  const counting = groups.every(
    (group, at) => at === 0 || Number(group) === Number(groups[at - 1]) + 1,
  );
  return counting || groups.every(isTooth);
}
