const literal = /(["'`])([a-z][\w-]*(?:\.[\w-]+)*)\1/g;
const template = /`([a-z][\w-]*\.(?:[\w.-]|\$\{[^}`]*\})*)`/g;

const escaped = (text: string): string => text.replace(/[.\\-]/g, '\\$&');

/** What a template may read as: each value stands for anything. */
const shapeOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/\$\{[^}]*\}/)
      .map(escaped)
      .join('.+')}$`,
  );

/** The keys that each name asks for: itself, and those below it. */
function byName(keys: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const key of keys) {
    for (const { index: end } of key.matchAll(/\./g)) {
      const name = key.slice(0, end);
      // A single word is the name of a page, and only its title and description are asked for by that.
      if (!name.includes('.') && !/^\.(?:title|description)$/.test(key.slice(end))) continue;
      index.set(name, [...(index.get(name) ?? []), key]);
    }
    index.set(key, [...(index.get(key) ?? []), key]);
  }
  return index;
}

/**
 * Finds those of `keys` that a module can ask for. A key stands in the module that shows it: whole, as a template, or as
 * the name below which its keys lie (`pageMeta('landing.page')`). Keys never come from the server; there, words do.
 */
export function keyFinder(keys: readonly string[]): (code: string) => string[] {
  const index = byName(keys);
  return (code) => {
    const named = [...code.matchAll(literal)].flatMap(([, , name]) => index.get(name!) ?? []);
    const shaped = [...code.matchAll(template)]
      .filter(([, text]) => text!.includes('${'))
      .map(([, text]) => shapeOf(text!))
      .flatMap((shape) => keys.filter((key) => shape.test(key)));
    return [...new Set([...named, ...shaped])].sort();
  };
}
