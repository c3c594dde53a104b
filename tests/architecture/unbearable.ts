/** A statement of a migration that the release before, still running beside it, may not bear. */
export interface Unbearable {
  readonly statement: string;
  readonly because: string;
}

/** What a statement does to tables that the release before works with, and what that does to it. */
const rules: ReadonlyArray<readonly [does: RegExp, because: string]> = [
  [/^drop (table|schema|view|materialized view|type|function|sequence)\b/, 'it may still use it'],
  [/^alter table .*\bdrop column\b/, 'it may still read or write the column'],
  [/^alter .*\brename\b/, 'it knows the former name'],
  [/^alter table .*\balter column \S+ (set data )?type\b/, 'it knows the former type'],
  [/^alter table .*\balter column \S+ set not null\b/, 'it may leave the column out'],
  [/^alter table .*\balter column \S+ drop default\b/, 'it may leave the column out'],
  [/^alter table .*\badd column (?!.*\b(default|generated)\b).*\bnot null\b/, 'it leaves the column out'],
  [/^alter table .*\badd constraint\b/, 'it may write rows that break it'],
  [/^create unique index\b/, 'it may write rows that break it'],
  [/^drop index\b/, 'its ON CONFLICT may name it'],
  [/^alter table .*\bdrop constraint \S*_(unique|key|pkey)\b/, 'its ON CONFLICT may name it'],
]; // prettier-ignore

/** `-- borne by 0.2.0: why`: the oldest release that bears the statement. */
const borne = /^--\s*borne by (\d+\.\d+\.\d+): \S/m;

const orderOf = (version: string): number =>
  version.split('.').reduce((sum, part) => sum * 10_000 + Number(part), 0);

const plain = (statement: string): string =>
  statement
    .replace(/^\s*--.*$/gm, '')
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Tables that these statements make: nobody else works with them yet. */
const madeBy = (statements: readonly string[]): Set<string> =>
  new Set(
    statements.flatMap((statement) => {
      const name = /^create table (?:if not exists )?(\S+)/.exec(statement)?.[1];
      return name ? [name] : [];
    }),
  );

const tableOf = (statement: string): string | undefined =>
  (/^alter table (?:if exists )?(?:only )?(\S+)/.exec(statement) ??
    /^create unique index .*? on (?:only )?([^\s(]+)/.exec(statement))?.[1];

/**
 * Statements of one migration that the release before may not bear, those apart that say which release does.
 * @param sql as drizzle-kit writes it
 * @param release the one that is being made: what it names must be there already
 */
export function unbearableIn(sql: string, release: string): Unbearable[] {
  const parts = sql.split('--> statement-breakpoint');
  const made = madeBy(parts.map(plain));
  return parts.flatMap((part) => {
    const statement = plain(part);
    const rule = rules.find(([does]) => does.test(statement));
    if (!rule || made.has(tableOf(statement) ?? '')) return [];
    const said = borne.exec(part)?.[1];
    return said && orderOf(said) <= orderOf(release) ? [] : [{ statement, because: rule[1] }];
  });
}
