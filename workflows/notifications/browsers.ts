import type { Reader, Topic } from '#contracts/notifications';
import { liveSessionsAmong } from '#modules/identity';
import { quietAmong, wantsPush } from '#modules/notifications';
import { browsersOf, recordForBrowsers } from '#modules/webhooks';
import type { TxCtx } from '#platform/context';

type Ids = Readonly<Record<string, string | undefined>>;
type PageOf = (ids: Ids, reader: Reader) => string;

/** A page as a pattern: `/clinic/deal/:id`; `id` names what stands there, null where nothing does. */
export interface PagePattern {
  readonly path: string;
  readonly id: string | null;
}

/** Pages are about one id at most: a pattern of it is all that a background worker knows of them. */
export function patternOf(page: PageOf, reader: Reader): PagePattern {
  const named = new Proxy({}, { get: (_, name) => `:${String(name)}` });
  const path = page(named, reader);
  const id = /:(\w+)/.exec(path)?.[1] ?? null;
  return { path: id ? path.replace(`:${id}`, ':id') : path, id };
}

interface News {
  /** Dotted word of the notification. */
  readonly kind: string;
  readonly eventId: string;
  readonly params: Ids;
  readonly topic: Topic;
  readonly page: PageOf;
  readonly reader: { readonly type: Reader; readonly id: string };
}

/**
 * Records news for the browsers of an account that are signed in, unless whoever sits before one does not want them there; where it is quiet for
 * whoever sits before one, for the end of that. An account without one costs a statement.
 */
export async function notifyBrowsers(tx: TxCtx, news: News): Promise<void> {
  const { kind, eventId, params, topic, page, reader } = news;
  const browsers = await browsersOf(tx, reader);
  if (browsers.length === 0) return;
  const isWanted = await wantsPush(tx, { reader, topic });
  const wanted = browsers.filter(isWanted);
  if (wanted.length === 0) return;
  const live = await liveSessionsAmong(
    tx,
    wanted.map(({ sessionId }) => sessionId),
  );
  const quiet = await quietAmong(tx, reader);
  const notified = wanted
    .filter(({ sessionId }) => live.has(sessionId))
    .map((one) => ({ ...one, notBefore: quiet.get(one.personId) ?? null }));
  const { id } = patternOf(page, reader.type);
  const about = (id && params[id]) ?? null;
  if (notified.length > 0) await recordForBrowsers(tx, notified, { kind, eventId, about });
}
