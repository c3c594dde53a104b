import {
  endOtherSessions,
  endOwnSession,
  holdOwnSession,
  liveSessionsAmong,
  ownSessions,
  type Principal,
  signOut,
} from '#modules/identity';
import {
  addBrowser,
  endBrowsersOfSessions,
  endOtherBrowsers,
  forgetBrowsers,
  holdOwnNews,
  ownBrowsers,
  pushKeyOf,
  removeBrowser,
} from '#modules/webhooks';
import { type PreferenceChange, quietAmong, setPreferences } from '#modules/notifications';
import type { BrowserInput, BrowsersDto } from '#contracts/webhooks';
import { withTransaction } from '#engine';
import { personIdOf, type Side } from '#platform/base/actor';
import type { Ctx, CtxOf } from '#platform/context';

/** Browsers that show the acting person's news: those that are signed in. */
export async function ownNotifiedBrowsers(ctx: CtxOf<Side>): Promise<BrowsersDto> {
  const [all, sessions] = await Promise.all([ownBrowsers(ctx), ownSessions(ctx)]);
  const live = new Set(sessions.map(({ id }) => id));
  const sharedDevice = sessions.some((one) => one.current && one.sharedDevice);
  const shown = all.filter(({ sessionId }) => live.has(sessionId));
  const browsers = shown.map(({ sessionId: _session, ...browser }) => browser);
  return { key: pushKeyOf(ctx), sharedDevice, browsers };
}

/**
 * The browser that asks shows the acting person's news, until they sign out there. A sign-out that comes meanwhile waits,
 * and removes it too.
 *
 * @throws AppError `unauthenticated`; `shared_device`; and what `addBrowser` throws
 */
export const addOwnBrowser = (ctx: CtxOf<Side>, input: BrowserInput): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await holdOwnSession(tx);
    await addBrowser(tx, input, { isLive: (ids) => liveSessionsAmong(tx, ids) });
  });

/** @throws AppError `not_found` */
export const removeOwnBrowser = (
  ctx: CtxOf<Side>,
  input: { readonly browserId: string },
): Promise<void> => withTransaction(ctx, (tx) => removeBrowser(tx, input));

/** Ends the session of a cookie, and with it what its browser hears. */
export const signOutBrowser = (
  ctx: Ctx,
  input: { readonly principal: Principal; readonly token: string | null },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const id = await signOut(tx, input);
    if (id) await endBrowsersOfSessions(tx, [id]);
  });

/** Ends one of the acting person's own sessions, and what its browser hears. @throws AppError `not_found` */
export const endDevice = (ctx: CtxOf<Side>, { id }: { readonly id: string }): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await endOwnSession(tx, { id });
    await endBrowsersOfSessions(tx, [id]);
  });

/** Ends every session of the acting person but the one that asks, and what their browsers hear. */
export const endOtherDevices = (ctx: CtxOf<Side>): Promise<number> =>
  withTransaction(ctx, async (tx) => {
    const ended = await endOtherSessions(tx);
    await endOtherBrowsers(tx);
    return ended;
  });

/**
 * What the acting person is notified of from now on, and when it is quiet for them: news that their browsers wait for come at
 * the end of the new quiet hours.
 *
 * @throws AppError `validation_failed`, as `setPreferences`
 */
export const setOwnPreferences = (ctx: CtxOf<Side>, wish: PreferenceChange): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await setPreferences(tx, wish);
    if (wish.quietHours === undefined) return;
    const { kind: type, id } = tx.actor;
    const quiet = await quietAmong(tx, { type, id });
    await holdOwnNews(tx, quiet.get(personIdOf(tx.actor)) ?? null);
  });

/** Removes browsers whose session is over, whoever ended it; until then they hear nothing more. Returns how many rows went. */
export const forgetSignedOutBrowsers = (ctx: Ctx): Promise<number> =>
  forgetBrowsers(ctx, (ids) => liveSessionsAmong(ctx, ids));
