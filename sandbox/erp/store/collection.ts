/** Stores one kind of record in one table: the record as JSON, and the few columns for lookups. */
import type Database from 'libsql';
import { z } from 'zod';

type Cell = string | number | null;

/** Condition on a column: a value, a range (both ends inclusive), or one of several values. */
type Test = Cell | { from?: Cell; to?: Cell } | { in: readonly Cell[] };
export type Filter = Record<string, Test>;

const JsonRow = z.object({ json: z.string() });
const CountRow = z.object({ n: z.number() });

export interface Page {
  /** Column names, each optionally followed by `desc`, as in SQL. */
  order?: string;
  limit?: number;
  offset?: number;
}

function where(filter: Filter): { sql: string; values: Cell[] } {
  const tests: string[] = [];
  const values: Cell[] = [];
  const add = (test: string, ...given: Cell[]) => {
    tests.push(test);
    values.push(...given);
  };
  for (const [name, test] of Object.entries(filter)) {
    if (test === null || typeof test !== 'object') add(`${name} IS ?`, test);
    else if ('in' in test) add(`${name} IN (${test.in.map(() => '?').join(', ')})`, ...test.in);
    else {
      if (test.from !== undefined) add(`${name} >= ?`, test.from);
      if (test.to !== undefined) add(`${name} <= ?`, test.to);
    }
  }
  return { sql: tests.length === 0 ? '' : ` WHERE ${tests.join(' AND ')}`, values };
}

export class Collection<T extends { id: number }> {
  private readonly names: string[];
  private readonly statements = new Map<string, Database.Statement>();

  constructor(
    private readonly db: Database.Database,
    readonly name: string,
    private readonly schema: z.ZodType<T>,
    private readonly columns: Record<string, (record: T) => Cell>,
    indexes: readonly string[] = [],
  ) {
    this.names = Object.keys(columns);
    const extra = this.names.map((column) => `, ${column}`).join('');
    db.exec(
      `CREATE TABLE IF NOT EXISTS ${name} (id INTEGER PRIMARY KEY${extra}, json TEXT NOT NULL)`,
    );
    for (const column of indexes)
      db.exec(
        `CREATE INDEX IF NOT EXISTS ${name}_${column.replace(/\W+/g, '_')} ON ${name} (${column})`,
      );
  }

  private prepare(sql: string): Database.Statement {
    const known = this.statements.get(sql);
    if (known) return known;
    const statement = this.db.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }

  private parse(row: unknown): T {
    const value: unknown = JSON.parse(JsonRow.parse(row).json);
    return this.schema.parse(value);
  }

  put(record: T): T {
    const marks = ['?', ...this.names.map(() => '?'), '?'].join(', ');
    const names = ['id', ...this.names, 'json'].join(', ');
    this.prepare(`INSERT OR REPLACE INTO ${this.name} (${names}) VALUES (${marks})`).run(
      record.id,
      ...Object.values(this.columns).map((cell) => cell(record)),
      JSON.stringify(record),
    );
    return record;
  }

  get(id: number): T | null {
    if (!Number.isSafeInteger(id)) return null;
    const row = this.prepare(`SELECT json FROM ${this.name} WHERE id = ?`).get(id);
    return row === undefined ? null : this.parse(row);
  }

  remove(id: number): void {
    this.prepare(`DELETE FROM ${this.name} WHERE id = ?`).run(id);
  }

  find(filter: Filter, page: Page = {}): T[] {
    const { sql, values } = where(filter);
    return this.prepare(
      `SELECT json FROM ${this.name}${sql} ORDER BY ${page.order ?? 'id'} LIMIT ? OFFSET ?`,
    )
      .all(...values, page.limit ?? -1, page.offset ?? 0)
      .map((row) => this.parse(row));
  }

  first(filter: Filter, order?: string): T | null {
    const [found] = this.find(filter, { limit: 1, ...(order ? { order } : {}) });
    return found ?? null;
  }

  count(filter: Filter): number {
    const { sql, values } = where(filter);
    const row = this.prepare(`SELECT count(*) AS n FROM ${this.name}${sql}`).get(...values);
    return CountRow.parse(row).n;
  }

  sum(column: string, filter: Filter): number {
    const { sql, values } = where(filter);
    const row = this.prepare(`SELECT total(${column}) AS n FROM ${this.name}${sql}`).get(...values);
    return CountRow.parse(row).n;
  }

  clear(): void {
    this.db.exec(`DELETE FROM ${this.name}`);
  }
}
