import css from '../design/tokens.css?raw';

/** The colours of `design/tokens.css` by role; the kit's theme computes with values, not with variables. */
export function readColours(source: string): Readonly<Record<string, string>> {
  const found = [...source.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6});/g)];
  return Object.fromEntries(found.map(([, name, value]) => [name!, value!]));
}

const colours = readColours(css);

/** The colour of a role, e.g. `brand-soft`. */
export function colour(role: string): string {
  const value = colours[role];
  if (!value) throw new Error(`tokens.css has no colour ${role}`);
  return value;
}
