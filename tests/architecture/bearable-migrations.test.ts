import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { unbearableIn } from './unbearable';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const refused = (sql: string): string[] =>
  unbearableIn(sql, '0.2.0').map(({ statement }) => statement);

describe('migrations', () => {
  it('after the baseline are borne by the release before', () => {
    const files = readdirSync('migrations').filter((name) => /^\d+_.*\.sql$/.test(name));
    expect(files).toContain('0047_when-reading-of-a-deal-ends.sql');
    const faults = files.flatMap((name) =>
      unbearableIn(readFileSync(path.join('migrations', name), 'utf8'), version).map(
        ({ statement, because }) => `${name}: ${statement}: ${because}`,
      ),
    );
    expect(faults).toEqual([]);
  });

  it.each([
    'DROP TABLE "leads"."lead" CASCADE;',
    'DROP SCHEMA "leads";',
    'DROP FUNCTION platform.now_of_rules();',
    'ALTER TABLE "leads"."lead" DROP COLUMN "budget";',
    'ALTER TABLE "leads"."lead" RENAME COLUMN "budget" TO "money";',
    'ALTER TABLE "leads"."lead" RENAME TO "request";',
    'ALTER TYPE "leads"."state" RENAME VALUE \'a\' TO \'b\';',
    'ALTER TABLE "leads"."lead" ALTER COLUMN "budget" SET DATA TYPE bigint;',
    'ALTER TABLE "leads"."lead" ALTER COLUMN "budget" TYPE bigint USING budget::bigint;',
    'ALTER TABLE "leads"."lead" ALTER COLUMN "budget" SET NOT NULL;',
    'ALTER TABLE "leads"."lead" ALTER COLUMN "budget" DROP DEFAULT;',
    'ALTER TABLE "leads"."lead"\n  ADD COLUMN "city" text\n  NOT NULL;',
    'ALTER TABLE "leads"."lead" ADD CONSTRAINT "lead_city" CHECK (city <> \'\');',
    'CREATE UNIQUE INDEX "lead_city_idx" ON "leads"."lead" USING btree ("city");',
    'CREATE UNIQUE INDEX "lead_city_idx" ON "leads"."lead"("city");',
    'DROP INDEX "leads"."lead_city_idx";',
    'ALTER TABLE "leads"."lead" DROP CONSTRAINT "lead_city_unique";',
    '-- a word before it\nDROP TABLE "leads"."lead";',
    '-- borne by 0.3.0: a release that is not there yet\nDROP TABLE "leads"."lead";',
    '-- borne by 0.1.0:\nDROP TABLE "leads"."lead";',
  ])('would be refused with %s', (statement) => {
    expect(refused(`SELECT 1;--> statement-breakpoint\n${statement}`)).toHaveLength(1);
  });

  it.each([
    'ALTER TABLE "leads"."lead" ADD COLUMN "city" text;',
    'ALTER TABLE "leads"."lead" ADD COLUMN "city" text DEFAULT \'\' NOT NULL;',
    'ALTER TABLE "leads"."lead" ALTER COLUMN "budget" DROP NOT NULL;',
    'ALTER TABLE "leads"."lead" ALTER COLUMN "budget" SET DEFAULT 1;',
    'ALTER TABLE "leads"."lead" DROP CONSTRAINT "lead_budget_positive";',
    'CREATE INDEX "lead_city_idx" ON "leads"."lead" USING btree ("city");',
    'CREATE TABLE "leads"."city" ("name" text NOT NULL);',
    '-- borne by 0.1.0: nothing has read it since\nDROP TABLE "leads"."lead";',
  ])('may hold %s', (statement) => {
    expect(refused(statement)).toEqual([]);
  });

  it('may do anything to a table that they make', () => {
    const sql = [
      'CREATE TABLE "leads"."city" ("name" text);',
      'CREATE UNIQUE INDEX "city_name_idx" ON "leads"."city" USING btree ("name");',
      'ALTER TABLE "leads"."city" ADD CONSTRAINT "city_name" CHECK (name <> \'\');',
    ];
    expect(refused(sql.join('--> statement-breakpoint\n'))).toEqual([]);
    expect(refused(sql.slice(1).join('--> statement-breakpoint\n'))).toHaveLength(2);
  });
});
