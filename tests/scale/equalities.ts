import { loadModule, parseSync } from 'libpg-query';
import { ColumnsThatEqual } from './columns-that-equal';
import { columnAt, findNamed, renamed, withoutSources, type Scope, type Source } from './scope';
import { columnsIn, isTree, list, node, parts, word, type Tree } from './syntax';

/** Columns of each table by its name with its schema. */
export type Catalogue = ReadonlyMap<string, readonly string[]>;

/** One place where a statement reads or writes a table. */
export interface Place {
  readonly table: string;
  /** Columns that a value is given for: by the statement, or by what it read elsewhere. */
  readonly given: ReadonlySet<string>;
  /** Columns that must equal one of another place, each as `schema.table.column`. */
  readonly joined: ReadonlyMap<string, ReadonlySet<string>>;
  /** Columns that rows which are there get another value in. */
  readonly changed: readonly string[];
}

/**
 * What each table of a statement is found by. Only what must hold counts: conditions joined by `and`, of `where` and of
 * joins, also below; never one side of an `or`.
 */
export function placesOf(text: string, catalogue: Catalogue): Place[] {
  const walk = new Walk(catalogue);
  for (const { stmt } of list(parseSync(text).stmts)) walk.statement(stmt as Tree);
  return walk.places();
}

/** Once, before {@link placesOf}. */
export const openParser = loadModule;

class Walk {
  readonly #equal = new ColumnsThatEqual();
  readonly #tables: Source[] = [];
  readonly #changed = new Map<string, string[]>();
  readonly #links = new Map<Tree, Source['columns']>();
  readonly #catalogue: Catalogue;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  places(): Place[] {
    const given = this.#equal.given();
    const sources = new Map<number, string[]>();
    for (const { table, columns } of this.#tables)
      for (const [column, at] of columns)
        for (const taker of this.#equal.takersOf(at))
          if (taker !== at)
            sources.set(taker, [...(sources.get(taker) ?? []), `${table}.${column}`]);
    return this.#tables.map(({ table, columns }) => ({
      table: table!,
      given: new Set([...columns].filter(([, at]) => given.has(at)).map(([column]) => column)),
      joined: new Map([...columns].map(([column, at]) => [column, new Set(sources.get(at))])),
      changed: this.#changed.get(table!) ?? [],
    }));
  }

  statement(tree: Tree, outer?: Scope): Source['columns'] {
    const select = node(tree, 'SelectStmt');
    if (select) return this.#select(select, outer);
    for (const kind of ['UpdateStmt', 'DeleteStmt', 'InsertStmt', 'MergeStmt']) {
      const found = node(tree, kind);
      if (found) return this.#write(found, outer);
    }
    return new Map();
  }

  #select(select: Tree, outer?: Scope): Source['columns'] {
    const scope = this.#scope(select, outer);
    if (select.op !== 'SETOP_NONE' && select.larg) return this.#union(select, scope);
    for (const each of list(select.fromClause)) this.#from(each, scope);
    for (const key of ['whereClause', 'havingClause']) this.#holds(select[key], scope);
    for (const key of ['valuesLists', 'groupClause', 'sortClause', 'limitCount', 'limitOffset'])
      this.#below(select[key], scope);
    return this.#targets(select.targetList, scope);
  }

  /** What comes out of a union is given where both sides have it given. */
  #union(select: Tree, scope: Scope): Source['columns'] {
    const left = this.#select(select.larg as Tree, scope);
    const right = [...this.#select(select.rarg as Tree, scope).values()];
    return new Map(
      [...left].map(([name, at], index) => {
        const out = this.#equal.add();
        const both = this.#equal.given().has(at) && this.#equal.given().has(right[index] ?? at);
        if (both) this.#equal.give(out);
        return [name, out];
      }),
    );
  }

  #write(stmt: Tree, outer?: Scope): Source['columns'] {
    const scope = this.#scope(stmt, outer);
    const target = this.#table(stmt.relation as Tree);
    scope.sources.push(target);
    const conflict = isTree(stmt.onConflictClause) ? stmt.onConflictClause : stmt;
    const names = list(conflict.targetList).map((each) => String(node(each, 'ResTarget')?.name));
    this.#changed.set(target.table!, names);
    // An inserted row has a value for each of its columns.
    for (const each of list(stmt.cols)) {
      const at = target.columns.get(String(node(each, 'ResTarget')?.name));
      if (at !== undefined) this.#equal.give(at);
    }
    for (const key of ['fromClause', 'usingClause'])
      for (const each of list(stmt[key])) this.#from(each, scope);
    this.#holds(stmt.whereClause, scope);
    if (isTree(stmt.selectStmt))
      this.statement(stmt.selectStmt, scope.outer ?? withoutSources(scope));
    for (const key of ['targetList', 'onConflictClause']) this.#below(stmt[key], scope);
    const out = isTree(stmt.returningClause) ? stmt.returningClause.exprs : stmt.returningList;
    return this.#targets(out, scope);
  }

  #scope(stmt: Tree, outer?: Scope): Scope {
    const scope: Scope = { sources: [], named: new Map(), outer };
    for (const each of list(isTree(stmt.withClause) ? stmt.withClause.ctes : [])) {
      const cte = node(each, 'CommonTableExpr')!;
      const name = String(cte.ctename);
      // One that reads itself: its own rows are no values from outside.
      scope.named.set(name, { name, columns: new Map(), open: 'unknown' });
      const columns = this.statement(cte.ctequery as Tree, scope);
      scope.named.set(name, { name, columns: renamed(columns, cte.aliascolnames) });
    }
    return scope;
  }

  #from(item: Tree, scope: Scope): void {
    const range = node(item, 'RangeVar');
    if (range) {
      const alias = (range.alias as Tree | undefined)?.aliasname;
      const known = range.schemaname ? undefined : findNamed(scope, String(range.relname));
      const source = known ? this.#read(known) : this.#table(range);
      scope.sources.push({ ...source, name: String(alias ?? range.relname) });
      return;
    }
    const join = node(item, 'JoinExpr');
    if (join) {
      this.#join(join, scope);
      return;
    }
    const sub = node(item, 'RangeSubselect');
    const alias = (sub ?? node(item, 'RangeFunction'))?.alias as Tree | undefined;
    const columns = sub ? this.statement(sub.subquery as Tree, scope) : new Map<string, number>();
    if (!sub) this.#below(item, scope);
    const named = renamed(columns, alias?.colnames);
    const name = String(alias?.aliasname ?? '');
    // A function gives values where it is given values.
    const open = sub ? undefined : this.#isValue(item, scope) ? 'value' : 'unknown';
    scope.sources.push(this.#read({ name, columns: named, open }));
  }

  #join(join: Tree, scope: Scope): void {
    this.#from(join.larg as Tree, scope);
    const right = (): void => {
      this.#from(join.rarg as Tree, scope);
      this.#holds(join.quals, scope);
      for (const each of list(join.usingClause)) this.#using(word(each), scope);
    };
    if (join.jointype === 'JOIN_INNER') return right();
    if (join.jointype === 'JOIN_LEFT') return this.#equal.optionally(right);
    // Of the others nothing is taken as certain.
    this.#from(join.rarg as Tree, scope);
    this.#below(join.quals, scope);
  }

  /** What an inner statement gives, as an outer one has it: what the outer one asks for narrows the inner one no more. */
  #read(inner: Source): Source {
    const columns = [...inner.columns].map(([name, at]) => {
      const out = this.#equal.add();
      this.#equal.take(at, out);
      return [name, out] as const;
    });
    return { ...inner, columns: new Map(columns) };
  }

  #using(column: string, scope: Scope): void {
    const both = scope.sources.flatMap(({ columns }) => columns.get(column) ?? []);
    both.slice(1).forEach((each) => this.#equal.equal(both[0]!, each));
  }

  #table(range: Tree): Source {
    const table = `${String(range.schemaname ?? 'pg_catalog')}.${String(range.relname)}`;
    const columns = this.#catalogue.get(table);
    const name = String((range.alias as Tree | undefined)?.aliasname ?? range.relname);
    const source: Source = {
      name,
      table,
      columns: new Map((columns ?? []).map((column) => [column, this.#equal.add()])),
      open: columns ? undefined : 'unknown',
    };
    if (range.schemaname) this.#tables.push(source);
    return source;
  }

  #targets(targets: unknown, scope: Scope): Source['columns'] {
    const out = new Map<string, number>();
    for (const each of list(targets)) {
      const target = node(each, 'ResTarget');
      const value = target?.val as Tree | undefined;
      const fields = list(node(value, 'ColumnRef')?.fields);
      if (fields.some((field) => node(field, 'A_Star') ?? 'A_Star' in field)) {
        const of = fields.length > 1 ? word(fields.at(-2)) : undefined;
        for (const source of scope.sources.filter(({ name }) => !of || name === of))
          for (const [column, at] of source.columns) out.set(column, at);
        continue;
      }
      this.#below(value, scope);
      const name = target?.name ?? (fields.length ? word(fields.at(-1)) : `?${out.size}`);
      out.set(String(name), this.#value(value, scope) ?? this.#equal.add());
    }
    return out;
  }

  /** Conditions that hold for every row that is left. */
  #holds(condition: unknown, scope: Scope): void {
    if (!isTree(condition)) return;
    const both = node(condition, 'BoolExpr');
    if (both?.boolop === 'AND_EXPR') {
      for (const each of list(both.args)) this.#holds(each, scope);
      return;
    }
    this.#below(condition, scope);
    const link = node(condition, 'SubLink');
    if (link?.subLinkType === 'ANY_SUBLINK') this.#among(link, scope);
    const operation = node(condition, 'A_Expr');
    if (!operation || word(list(operation.name)[0]) !== '=') return;
    if (operation.kind === 'AEXPR_OP') this.#pair(operation.lexpr, operation.rexpr, scope);
    if (operation.kind === 'AEXPR_OP_ANY') this.#give(operation.lexpr, operation.rexpr, scope);
    if (operation.kind === 'AEXPR_IN') {
      const rows = node(operation.rexpr, 'List')?.items;
      for (const [at, left] of parts(operation.lexpr).entries())
        this.#give(
          left,
          list(rows).map((row) => parts(row)[at] ?? row),
          scope,
        );
    }
  }

  /** `x in (select …)`: what the inner statement gives has been read by then. */
  #among(link: Tree, scope: Scope): void {
    const columns = [...(this.#links.get(link) ?? new Map<string, number>()).values()];
    for (const [index, test] of parts(link.testexpr).entries()) {
      const at = this.#value(test, scope);
      if (at !== undefined && columns[index] !== undefined) this.#equal.take(columns[index], at);
    }
  }

  #pair(left: unknown, right: unknown, scope: Scope): void {
    const rights = parts(right);
    for (const [index, each] of parts(left).entries()) {
      const [a, b] = [this.#value(each, scope), this.#value(rights[index], scope)];
      if (a !== undefined && b !== undefined) this.#equal.equal(a, b);
    }
  }

  /** Equal to one of several values, none of which may come from a row of the statement's own level. */
  #give(left: unknown, values: unknown, scope: Scope): void {
    const at = this.#value(left, scope);
    if (at !== undefined && this.#isValue(values, scope)) this.#equal.give(at);
  }

  /** The place of a column, or a new one that is given where an expression needs no column that is not. */
  #value(expression: unknown, scope: Scope): number | undefined {
    if (!isTree(expression)) return undefined;
    const cast = node(expression, 'TypeCast');
    if (cast) return this.#value(cast.arg, scope);
    const column = node(expression, 'ColumnRef');
    if (column) return columnAt(this.#equal, list(column.fields).map(word), scope);
    const at = this.#equal.add();
    if (this.#isValue(expression, scope)) this.#equal.give(at);
    return at;
  }

  #isValue(expression: unknown, scope: Scope): boolean {
    return columnsIn(expression).every((fields) => {
      const at = columnAt(this.#equal, fields, scope);
      return at !== undefined && this.#equal.given().has(at);
    });
  }

  /** Statements within expressions, wherever they stand. */
  #below(value: unknown, scope: Scope): void {
    if (!isTree(value)) return;
    const link = node(value, 'SubLink');
    if (link)
      this.#links.set(
        link,
        this.#equal.optionally(() => this.statement(link.subselect as Tree, scope)),
      );
    if (link) this.#below(link.testexpr, scope);
    else for (const each of Object.values(value)) this.#below(each, scope);
  }
}
