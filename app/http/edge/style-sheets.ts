import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The text of a style sheet of the browser build by its address. */
export type StyleAt = (href: string) => string | undefined;

/** Read once; none where nothing was built. */
export function styleSheets(clientFolder: string | undefined): StyleAt {
  const assets = path.join(clientFolder ?? '', 'assets');
  const sheets = new Map<string, string>();
  if (clientFolder !== undefined)
    for (const name of namesIn(assets))
      sheets.set(`/assets/${name}`, readFileSync(path.join(assets, name), 'utf8'));
  return (href) => sheets.get(href);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.css'));
  } catch {
    return [];
  }
}
