/** A form of a page, as a browser would send it. */
export interface FoundForm {
  /** Where it goes; null for the page itself. */
  readonly action: string | null;
  /** Fields with what they hold, hidden ones and the button included. */
  readonly fields: Readonly<Record<string, string>>;
  /** Fields that a person types into. */
  readonly typed: readonly string[];
}

const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'" };
const plain = (text: string) =>
  text.replace(/&(amp|quot|lt|gt|#x27);/g, (_, name: string) => entities[name]!);
const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? null : plain(found);
};

/** The forms of a page that are sent by POST; our own HTML, so that it need not be parsed in full. */
export const formsIn = (html: string): FoundForm[] =>
  [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)]
    .filter(([, open]) => /\smethod="post"/i.test(open!))
    .map(([, open, inner]) => {
      const fields: Record<string, string> = {};
      const typed: string[] = [];
      for (const [tag] of inner!.matchAll(/<(?:input|textarea|select|button)\b[^>]*>/g)) {
        const name = attribute(tag, 'name');
        if (!name || name in fields) continue;
        fields[name] = attribute(tag, 'value') ?? 'x';
        const isHeld = /\stype="(?:hidden|radio|checkbox|file)"|^<button|^<select/.test(tag);
        if (!isHeld) typed.push(name);
      }
      return { action: attribute(open!, 'action'), fields, typed };
    });
