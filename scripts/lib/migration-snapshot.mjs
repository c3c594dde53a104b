import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Snapshots of drizzle-kit in a folder of migrations, oldest first, as paths.
 *
 * @param {string} folder
 */
export const snapshotsIn = (folder) =>
  readdirSync(path.join(folder, 'meta'))
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .map((name) => path.join(folder, 'meta', name));

/**
 * A snapshot with a line for each table: what one migration changes is as many lines, and not the hundreds in which
 * drizzle-kit writes it. It reads either.
 *
 * @param {string} text JSON
 */
export function oneLineATable(text) {
  const { tables, ...rest } = JSON.parse(text);
  const lines = Object.entries(tables).map(
    ([name, table]) => `${JSON.stringify(name)}:${JSON.stringify(table)}`,
  );
  const others = Object.entries(rest).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return `{\n${others.join(',\n')},\n"tables":{\n${lines.join(',\n')}\n}}\n`;
}

/**
 * Keeps the newest snapshot alone, with a line for each table: what generates the next migration reads no other.
 *
 * @param {string} folder
 */
export function keepNewestSnapshot(folder) {
  const snapshots = snapshotsIn(folder);
  for (const older of snapshots.slice(0, -1)) rmSync(older);
  const newest = snapshots.at(-1);
  if (newest) writeFileSync(newest, oneLineATable(readFileSync(newest, 'utf8')));
}
