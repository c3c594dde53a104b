/**
 * Expressions that are not proved linear, and how many characters can reach each: a test tries all families of hostile input
 * at that length. Whoever adds one bounds its input first.
 */
export const boundedExpressions: ReadonlyArray<{
  readonly bound: number;
  readonly why: string;
  readonly expressions: readonly string[];
}> = [
  {
    bound: 2000,
    why: 'texts of ours and settings, which no stranger writes',
    expressions: [
      String.raw`/^(from|to|b?cc|sender|reply-to|subject|date|message-id|in-reply-to|references|mime-version|auto-submitted|(content|list|resent|dkim|arc)-.*|received|return-path)$/i`,
      String.raw`/^(?:([^<>"\p{Cc}]{1,100}?)\s*<([^\s<>"(),:;@\p{Cc}]+@[\w.-]+)>|([^\s<>"(),:;@\p{Cc}]+@[\w.-]+))$/u`,
      String.raw`/^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*?))?\/*$/`,
      String.raw`/\$\{[^}]*\}/`,
      String.raw`/\/(?:app|modules|platform)\/[^?]*\.tsx?(?:\?|$)/`,
      String.raw`/<link rel="stylesheet" href="([^"]+)"\/>/g`,
      String.raw`/\*\*(.+?)\*\*|\[(.+?)\]\((\/[^)\s]*)\)/g`,
      String.raw`/--color-([a-z-]+):\s*(#[0-9a-f]{6});/g`,
      String.raw`/([,;|\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g`,
    ],
  },
  {
    bound: 4000,
    why: 'a message or a note, whose length is bounded before it is read',
    expressions: [
      String.raw`/[^.,;!?\n]*$/`,
      String.raw`/[.-]+$/`,
      String.raw`/[^.,;:!?\n()]*$/`,
      String.raw`/(?<![a-z0-9_.@])@(?:[a-z_][a-z0-9_.]{1,29}|\s[a-z][a-z0-9]{0,20}[_.\d][a-z0-9_.]{1,20})/g`,
      String.raw`/(?<![a-z0-9])[a-z][a-z0-9_.]{2,31}\s?#\s?\d{4}(?!\d)/g`,
      String.raw`/\.+$/`,
      String.raw`/[+(\s]*$/`,
      String.raw`/\\.|\[[^\]]*\]|\{[\d,]+\}|[a-z]+/g`,
      String.raw`/(?<!\S)\S(?: \S){6,}(?!\S)/g`,
      String.raw`/\b(?:add|find|message|text|dm|reach|write|contact|call)\b(?: \w+){0,3} (?:on|via|by|over|through|at)(?: \w+){0,2} (?:whats ?app|telegram|signal|viber|insta(?:gram)?|facebook|messenger|snapchat|skype|wechat|discord|line)\b/i`,
    ],
  },
  {
    bound: 2000,
    why: 'a part of a file, read in a process of its own whose time and memory are limited, which is the bound',
    expressions: [
      String.raw`/\/(?:Image|FontFile|XObject\s*\/Subtype\s*\/Image|Metadata|ICCBased|Length[12]\s)/`,
      String.raw`/\/URI\s*(?:\(\s*(?:\\\\|(?:\\134){2}|\/\/|file:)|<\s*(?:5c\s*5c|2f\s*2f|66\s*69\s*6c\s*65))/i`,
    ],
  },
  {
    bound: 2000,
    why: 'an address, a name or a header of a part, bounded before it is read',
    expressions: [
      String.raw`/\/+$/`,
      String.raw`/;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i`,
      String.raw`/%.*$/`,
      String.raw`/^-+|-+$/g`,
    ],
  },
];
