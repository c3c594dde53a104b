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
      String.raw`/(?:^|\s)([a-z0-9]{1,30}) (?:dot|nokta|underscore|alt ?tire|alt ?cizgi|dash|tire|punkt) $/`,
      String.raw`/(?<![a-z0-9@._-])([a-z0-9][a-z0-9._-]{2,40})\s\(?(?:gmail|hotmail|yahoo|outlook|icloud|yandex)(?:['’]?(?:dan|den|da|de|com))?\)?(?![a-z0-9'’@])/g`,
      String.raw`/[^.,;!?\n]*$/`,
      String.raw`/[.-]+$/`,
      String.raw`/[^.,;:!?\n()]*$/`,
      String.raw`/(?<![a-z])((?:search|look|google)(?:\s(?:for|up))?|find|follow|add|(?:me|us)\s(?:at|as|under|by))\s((?:[a-z0-9_.-]{2,40}\s){1,3})(?:on|in|at|from)\s(?:my\s|the\s)?$/`,
      String.raw`/(?<![a-z0-9])[a-z0-9.]{1,30}\s(?:underscore|alt ?tire|alt ?cizgi)\s[a-z0-9.]{1,30}/g`,
      String.raw`/(?<![a-z0-9_.@])@(?:[a-z_][a-z0-9_.]{1,29}|\s[a-z][a-z0-9]{0,20}[_.\d][a-z0-9_.]{1,20})/g`,
      String.raw`/(?<![a-z0-9])(?!(?:lot|ref|room|order|case|ticket|tooth|teeth|patient|suite|gate|unit|oda|hasta|dosya|implant|crown|number|batch|dis)#)[a-z][a-z0-9_.]{2,31}#\d{4}(?!\d)/g`,
      String.raw`/(?<![a-z0-9])[a-z][a-z0-9_.]{2,31}\s?#\s?\d{4}(?!\d)/g`,
      String.raw`/\.+$/`,
      String.raw`/(?<![a-z])(?:lot|batch|ref|s\/n|sn|seri|serial|parti|udi|gtin|barkod|barcode|ubb|ruhsat|lisans|licen[cs]e|belge|certificate|sertifika)(?:\s?(?:no|nr|num|number|numarasi|kodu|code|id)(?![a-z]))?\s?[.:#=]{0,2}\s?((?:\(\d{2}\))?[a-z0-9][a-z0-9\-/.()]{2,40})/g`,
      String.raw`/(?<![a-z])(?:fatura|invoice|ticket|bilet|dosya|file|siparis|order|hasta|patient|protokol|protocol|urun|product|case|talep|belgesi|certificate|police|policy|sigorta|insurance|provizyon|hasar|kargo|takip|tracking|uye|member|group|reference|referans)[a-z]{0,5}\s(?:(?:no|nr|number|numarasi|kodu|code|id|police)(?:\s(?:is|no))?\s?[.:#]{0,2}\s?)?((?:[a-z]{2}\s)?\d[\d\-/. ]{4,30}\d)/g`,
      String.raw`/(?<!\d|\d[ .\-/])[1-4][1-8](?:[\s,;/&-]{1,3}(?:and |ve )?[1-4][1-8]){2,31}(?!\d|[ .\-/]\d)/g`,
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
