import { z } from 'zod';
import { audit, withTransaction } from '#engine';
import type { CtxOf, TxCtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { sha256 } from '#platform/base/ids';
import type { Page, RequestOf } from '#platform/lists/list';
import {
  clearSetting,
  lockSetting,
  readStoredSetting,
  storedSettings,
  writeSetting,
  type StoredSetting,
} from '#platform/settings/settings';
import type { settingList } from '#platform/lists/console-lists';
import type { SettingRecord } from '#platform/lists/console-records';
import { knownSettings, type KnownSetting } from './known-settings';

/** A page of the settings that staff see, by key. */
export async function listSettings(
  ctx: CtxOf<'staff'>,
  { filter, sort, offset, limit }: RequestOf<typeof settingList>,
): Promise<Page<SettingRecord>> {
  const keys = [...knownSettings.keys()]
    .filter((key) => !filter.id || filter.id.includes(key))
    .filter((key) => key.includes(filter.q?.toLowerCase() ?? ''))
    .sort();
  if (sort.order === 'DESC') keys.reverse();
  const stored = await storedSettings(ctx);
  const page = keys.slice(offset, offset + limit);
  const rows = await Promise.all(page.map((key) => toRecord(ctx, find(key), stored.get(key))));
  return { rows, total: keys.length };
}

/** @throws AppError `not_found` */
export async function readSettingForStaff(
  ctx: CtxOf<'staff'>,
  key: string,
): Promise<SettingRecord> {
  const known = find(key);
  return toRecord(ctx, known, (await storedSettings(ctx)).get(key));
}

interface Looked {
  readonly key: string;
  /** Of the record that was looked at; not compared when absent. */
  readonly version?: string;
}

/**
 * Gives a setting another value from now on. The log keeps what it was and what it became.
 *
 * @throws AppError `not_found`, `event_refused` for one that is only shown, `validation_failed`; `version_conflict` when it
 * is no longer what was looked at
 */
export const changeSetting = (
  ctx: CtxOf<'staff'>,
  { value, ...looked }: Looked & { value: unknown },
): Promise<void> =>
  changing(ctx, looked, 'settings.changed', async (tx, { definition }) => {
    const parsed = definition.schema.safeParse(value);
    if (!parsed.success)
      throw new AppError('validation_failed', { fields: faultsOf(parsed.error) });
    const before = await readStoredSetting(tx, definition);
    const fields = (await definition.faultsOf?.(tx, parsed.data, before)) ?? {};
    if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields });
    await writeSetting(tx, definition, parsed.data);
  });

/**
 * Gives a setting its default back.
 *
 * @throws AppError `not_found`, `event_refused`; `version_conflict` when it is no longer what was looked at
 */
export const resetSetting = (ctx: CtxOf<'staff'>, looked: Looked): Promise<void> =>
  changing(ctx, looked, 'settings.reset', (tx) => clearSetting(tx, looked.key));

/** Another one after each change; the default has always the same. */
const versionOf = (stored: StoredSetting | undefined): string =>
  stored
    ? sha256(JSON.stringify([stored.value, stored.updatedBy, stored.updatedAt])).toString(
        'base64url',
      )
    : 'default';

const find = (key: string): KnownSetting => {
  const known = knownSettings.get(key);
  if (!known) throw new AppError('not_found');
  return known;
};

const changing = (
  ctx: CtxOf<'staff'>,
  { key, version }: Looked,
  action: string,
  change: (tx: TxCtxOf<'staff'>, known: KnownSetting) => Promise<void>,
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const known = find(key);
    if (known.readOnly) throw new AppError('event_refused');
    await lockSetting(tx, key);
    const current = versionOf((await storedSettings(tx)).get(key));
    if ((version ?? current) !== current) throw new AppError('version_conflict');
    const before = JSON.stringify(await readStoredSetting(tx, known.definition));
    await change(tx, known);
    const after = JSON.stringify(await readStoredSetting(tx, known.definition));
    await audit(tx, { action, object: { type: 'setting', id: key }, details: { before, after } });
  });

/** What our rules say, as a key; the library's own words are sentences. */
const isKey = (message: string): boolean => /^[a-z-]+\.error\.[a-z_]+$/.test(message);

function faultsOf(error: z.ZodError): Record<string, string[]> {
  return Object.fromEntries(
    error.issues.map(({ code, path, message }) => [
      ['value', ...path].map(String).join('.'),
      [code === 'custom' || isKey(message) ? message : 'error.invalid_value'],
    ]),
  );
}

async function toRecord(
  ctx: CtxOf<'staff'>,
  { definition, readOnly }: KnownSetting,
  stored: StoredSetting | undefined,
): Promise<SettingRecord> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(definition.schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  return {
    id: definition.key,
    value: await readStoredSetting(ctx, definition),
    defaultValue: definition.defaults(ctx.services.env.mode),
    isDefault: stored === undefined,
    version: versionOf(stored),
    schema,
    updatedBy: stored?.updatedBy ?? null,
    updatedAt: stored?.updatedAt.toISOString() ?? null,
    allowedEvents: readOnly ? [] : ['change', ...(stored ? ['reset'] : [])],
  };
}
