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
