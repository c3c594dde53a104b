import { beforeAll, expect, it } from 'vitest';
import { openParser, placesOf } from './equalities';

beforeAll(() => openParser());

const catalogue = new Map([
  ['s.parent', ['id', 'account', 'name']],
  ['s.child', ['id', 'parent_id', 'name']],
]);
/** Whether each place of `s.parent` and `s.child`, in their order, is found by its key. */
const found = (text: string): string =>
  placesOf(text, catalogue)
    .map(({ table, given }) =>
      given.has(table === 's.parent' ? 'id' : 'parent_id') ? 'yes' : 'no',
    )
    .join(' ');

it.each([
  ['select name from s.parent where id = $1', 'yes'],
  ['select name from s.parent where "s"."parent"."id" = any($1::uuid[]) and name = $2', 'yes'],
  ['select name from s.parent p where p.id in ($1, $2)', 'yes'],
  ['select name from s.parent p where (p.id, p.name) in (($1, $2), ($3, $4))', 'yes'],
  ['select name from s.parent p where (p.id, p.name) = ($1, $2)', 'yes'],
  ['select 1 from s.parent p join s.child c on c.parent_id = p.id where p.id = $1', 'yes yes'],
  [
    'select 1 from s.parent p join s.child c on c.parent_id = p.id where c.parent_id = $1',
    'yes yes',
  ],
  ['select 1 from s.parent p left join s.child c on c.parent_id = p.id where p.id = $1', 'yes yes'],
  ['select 1 from unnest($1::uuid[]) as asked(id) join s.parent p on p.id = asked.id', 'yes'],
  [
    'with one as (select id from s.parent where id = $1) update s.child set name = $2 from one where parent_id = one.id',
    'yes yes',
  ],
  ['insert into s.child (id, parent_id) values ($1, $2)', 'yes'],
  ['delete from s.child where parent_id in (select id from s.parent where id = $1)', 'yes yes'],
  [
    'select 1 from s.parent p where p.id = $1 and exists (select from s.child c where c.parent_id = p.id)',
    'yes yes',
  ],
])('finds rows by their key: %s', (text, expected) => {
  expect(found(text).split(' ').sort()).toEqual(expected.split(' ').sort());
});

it.each([
  ['a list', 'select name from s.parent', 'no'],
  ['another column', 'select name from s.parent where account = $1', 'no'],
  ['one side of an or', 'select name from s.parent where id = $1 or name = $2', 'no'],
  ['a comparison', 'select name from s.parent where id > $1', 'no'],
  ['what it is not', 'select name from s.parent where not (id = $1)', 'no'],
  ['itself', 'select name from s.parent where id = id', 'no'],
  [
    'the optional side alone',
    'select 1 from s.parent p left join s.child c on c.parent_id = p.id and p.id = $1',
    'no no',
  ],
  [
    'a column of another row',
    'select 1 from s.child c join s.parent p on p.id = c.parent_id',
    'no no',
  ],
  [
    'a function of a row',
    'select 1 from s.child c join s.parent p on p.id = md5(c.name)::uuid',
    'no no',
  ],
  [
    'what is read within an expression',
    'select (select 1 from s.child c where c.parent_id = p.id and p.id = $1) from s.parent p',
    'no no',
  ],
  [
    'what an outer statement wants of a limited one',
    'select 1 from (select id from s.parent limit 5) p where p.id = $1',
    'no',
  ],
  [
    'one side of a union',
    'select 1 from s.child where parent_id in (select id from s.parent where id = $1 union select id from s.parent)',
    'no no yes',
  ],
])('is not led to take for that: %s', (_case, text, expected) => {
  expect(found(text).split(' ').sort()).toEqual(expected.split(' ').sort());
});

it('names what a column must equal in another table', () => {
  const [child] = placesOf(
    'select 1 from s.child c join s.parent p on p.id = c.parent_id where p.account = $1',
    catalogue,
  );
  expect([...child!.joined.get('parent_id')!]).toEqual(['s.parent.id']);
});

it.each([
  ['update s.child set parent_id = $1 where id = $2', ['parent_id']],
  [
    'insert into s.child (id, name) values ($1, $2) on conflict (id) do update set name = $2',
    ['name'],
  ],
  ['insert into s.child (id, name) values ($1, $2)', []],
  ['delete from s.child where id = $1', []],
])('names what is changed: %s', (text, changed) => {
  expect(placesOf(text, catalogue)[0]!.changed).toEqual(changed);
});
