import { withCopySession } from '#platform/database/copy-session';
import { restoreMark } from '#platform/process/restored';
import { BackupRefused, type Manifest } from './manifest';

/** How far an earlier run with the same backup came: not begun, begun, or with all rows. */
export type Begun = 'anew' | 'begun' | 'loaded';

/** Whatever somebody keeps in a database, migrations' own records included. */
const anything = `
  select from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' limit 1`;

/**
 * Notes that this database is being filled from a backup: from here on no worker of it does anything.
 *
 * @throws BackupRefused when there is something in it that this restore did not put there
 */
export const beginRestore = (url: string, { id, takenAt }: Manifest): Promise<Begun> =>
  withCopySession(url, 'load', async (session) => {
    const known = `select to_regclass('migrations.restored') is not null as there`;
    const [mark] = await session.query<{ there: boolean }>(known);
    if (mark!.there) return earlier(await session.query<Earlier>(earlierRuns), id);
    if ((await session.query(anything)).length > 0) throw new BackupRefused(notEmpty);
    await session.query('create schema if not exists migrations');
    await session.query(restoreMark);
    await session.query('insert into migrations.restored (backup, taken_at) values ($1, $2)', [
      id,
      takenAt,
    ]);
    return 'anew';
  });

const notEmpty = 'The database is not empty. Make an empty one and name it in DATABASE_URL.';

interface Earlier {
  readonly backup: string;
  readonly loaded: boolean;
  readonly finished: boolean;
}

const earlierRuns = `select backup, loaded_at is not null as loaded, finished_at is not null as finished
  from migrations.restored`;

function earlier([run]: readonly Earlier[], id: string): Begun {
  if (run?.backup !== id || run.finished) throw new BackupRefused(notEmpty);
  return run.loaded ? 'loaded' : 'begun';
}

export const finishRestore = (url: string): Promise<unknown> =>
  withCopySession(url, 'load', (session) =>
    session.query('update migrations.restored set finished_at = now()'),
  );
