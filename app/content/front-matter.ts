/** The lines between two `---` at the top of a content file, as `name: value`; the rest is its text. */
export interface FrontMatter {
  readonly fields: Readonly<Record<string, string>>;
  readonly text: string;
}

const block = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/;

/** Values are plain lines; quotes around one are left out. */
export function readFrontMatter(source: string): FrontMatter {
  const found = block.exec(source);
  if (!found) return { fields: {}, text: source };
  const lines = found[1]!.split(/\r?\n/).filter((line) => line.includes(':'));
  const fields = lines.map((line) => {
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1).trim();
    return [line.slice(0, colon).trim(), /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value];
  });
  return {
    fields: Object.fromEntries(fields) as Record<string, string>,
    text: source.slice(found[0].length),
  };
}
