/**
 * Letters that are written for one another, and signs, as they are compared: each as one letter, but for the stretch, which is
 * none. Marks and the hamza of a letter are gone before, by NFKD.
 */
export const arabicLikeness: Readonly<Record<string, string>> = {
  '\u0640': '',
  '\u0649': 'ي',
  '\u06cc': 'ي',
  '\u06d2': 'ي',
  '\u0629': 'ه',
  '\u06c1': 'ه',
  '\u06be': 'ه',
  '\u06d5': 'ه',
  '\u06a9': 'ك',
  '\u06af': 'ك',
  '\u0671': 'ا',
  '\u067e': 'ب',
  '\u0686': 'ج',
  '\u06a4': 'ف',
  '،': ',',
  '٫': '.',
  '٬': ',',
  '؛': ';',
  '؟': '?',
  '۔': '.',
};

/** A text, lower case and without marks, with its Arabic letters and signs as they are compared. */
export const foldArabic = (text: string): string =>
  text.replace(/[\u060c-\u06d5]/gu, (sign) => arabicLikeness[sign] ?? sign);
