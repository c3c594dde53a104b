import type { AppLoadContext } from '@remix-run/node';
import { unreadOf, type Unread } from '#contracts/notifications';
import { unreadNotices } from '#modules/notifications';
import { createContext } from '#platform/context';
import type { ActorOf } from '#platform/actor';
import type { Locale } from '#platform/locale';
import { contextFor } from './context.server';
import { logFailure } from './errors';

/** Who looks at the page, for its header: a browser may be patient and clinic at once. */
export interface Viewer {
  readonly patient: boolean;
  readonly clinic: boolean;
  /** The clinic has been approved: its pages are open to it. */
  readonly approved: boolean;
  /** The language of each account; null for who is not signed in. */
  readonly locale: { readonly patient: Locale | null; readonly clinic: Locale | null };
  /** What each of them has not read yet; null for who is not signed in. */
  readonly unread: { readonly patient: Unread | null; readonly clinic: Unread | null };
}

/** Looks without renewing a session, and never fails: a page whose header cannot know shows the signed-out one. */
export async function viewerOf(load: AppLoadContext, request: Request): Promise<Viewer> {
  const contextOf = async <A extends 'patient' | 'clinic'>(audience: A) => {
    try {
      return await contextFor(load, request, audience, {
        ...{ quiet: true, beside: true },
        found: load.found,
      });
    } catch (error) {
      logFailure(load.log, error);
      return null;
    }
  };
  const [ofPatient, ofClinic] = await Promise.all([contextOf('patient'), contextOf('clinic')]);
  const [patient, clinic] = [ofPatient?.actor ?? null, ofClinic?.actor ?? null];
  return {
    patient: patient !== null,
    clinic: clinic !== null,
    approved: clinic?.approved ?? false,
    locale: { patient: ofPatient?.locale ?? null, clinic: ofClinic?.locale ?? null },
    unread: await unreadBy(load, { patient, clinic }),
  };
}

interface People {
  readonly patient: ActorOf<'patient'> | null;
  readonly clinic: ActorOf<'clinic'> | null;
}

/** One statement for both; a header that cannot know says that there is nothing new. */
async function unreadBy(
  { services, requestId, ip, log }: AppLoadContext,
  { patient, clinic }: People,
): Promise<Viewer['unread']> {
  const there = [patient, clinic].filter((one) => one !== null);
  if (there.length === 0) return { patient: null, clinic: null };
  const ctx = createContext(services, there[0]!, { requestId, ip, log });
  const unread = await unreadNotices(ctx, there).catch((error: unknown) => {
    logFailure(log, error);
    return there.map(() => unreadOf(0));
  });
  const of = (one: People[keyof People]) => (one ? unread[there.indexOf(one)]! : null);
  return { patient: of(patient), clinic: of(clinic) };
}
