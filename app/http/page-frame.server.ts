import type { AppLoadContext } from '@remix-run/node';
import type { SiteContent } from '#contracts/content';
import { type Unread, unreadOf } from '#contracts/notifications';
import { deliveredContent, siteContent } from '#modules/content';
import { foremostDeals } from '#modules/deals';
import { unreadNotices } from '#modules/notifications';
import { type ActorOf, anonymous, type ClinicRole, mayReadWords } from '#platform/base/actor';
import { type Digits, hasOwnDigits, type Locale } from '#platform/base/locale';
import { createContext, type Ctx } from '#platform/context';
import { unreadMessages } from '#workflows';
import { contextFor } from './context.server';
import { logFailure } from './errors';
import { digitsCookie, isStaff, readCookie } from './session.server';

interface PageFrame {
  viewer: Viewer;
  content: Pick<SiteContent, 'announcements' | 'badges' | 'contact'>;
  /** The demo is running: its people, clinics and figures are invented. */
  demo: boolean;
  /** Of the page; it keeps it as long as it is open. */
  locale: Locale;
  /** Pages that visitors share have the same digits for all of them. */
  digits: Digits;
  /** Where absolute addresses begin. */
  origin: string;
}

/** What stands around every page. Without a database the frame still stands, so that the error page has one. */
export async function pageFrame(load: AppLoadContext, request: Request): Promise<PageFrame> {
  const viewer = await viewerOf(load, request);
  const locale = load.localeIsSaid ? load.locale : (localeOfArea(viewer, request) ?? load.locale);
  const { announcements, badges, contact } = await frameContent(load, request, locale);
  const content = { announcements, badges, contact };
  const { mode, PUBLIC_URL: origin } = load.services.env;
  const digits = digitsFor(viewer, locale) ? chosenDigits(load, request) : 'latin';
  return { viewer, locale, digits, content, origin, demo: mode === 'demo' };
}

const digitsFor = ({ patient, clinic }: Viewer, locale: Locale): boolean =>
  (patient || clinic) && hasOwnDigits(locale);

const chosenDigits = ({ services }: AppLoadContext, request: Request): Digits =>
  readCookie(services.env, request, digitsCookie) === 'own' ? 'own' : 'latin';

async function frameContent(
  load: AppLoadContext,
  request: Request,
  locale: Locale,
): Promise<SiteContent> {
  try {
    const asking = { quiet: true, beside: true, found: load.found };
    const ctx = { ...(await contextFor(load, request, 'public', asking)), locale };
    return await siteContent(ctx, { drafts: await previewsDraft(ctx, request) });
  } catch (error) {
    load.log.warn({ err: error }, 'http.site-content-unknown');
    // Another visitor may come when it can be read again.
    delete load.keep;
    return deliveredContent(locale);
  }
}

/** A page whose address says no language is its owner's: a clinic's below `/clinic`, else a patient's. */
function localeOfArea({ locale }: Viewer, request: Request): Locale | null {
  const { pathname } = new URL(request.url);
  return pathname.startsWith('/clinic/') ? locale.clinic : (locale.patient ?? locale.clinic);
}

/** Who looks at the page, for its header: a browser may be patient and clinic at once. */
interface Viewer {
  readonly patient: boolean;
  readonly clinic: boolean;
  /** The clinic has been approved: its pages are open to it. */
  readonly approved: boolean;
  /** In the clinic's team; null without a clinic. */
  readonly role: ClinicRole | null;
  /** The language of each account; null for who is not signed in. */
  readonly locale: { readonly patient: Locale | null; readonly clinic: Locale | null };
  /** What each of them has not read yet; null for who is not signed in. */
  readonly unread: { readonly patient: Unread | null; readonly clinic: Unread | null };
  /** Messages that each of them has not read yet; null for who has no conversations: signed out, a clinic that is not approved, or a reader of its team. */
  readonly messages: { readonly patient: number | null; readonly clinic: number | null };
  /** Where the patient's treatment that lies ahead has its page; the list of requests, where several do. */
  readonly treatment: string | null;
  /** Signed in to the console: shown who has read a text. */
  readonly staff: boolean;
}

/** Looks without renewing a session, and never fails: a page whose header cannot know shows the signed-out one. */
async function viewerOf(load: AppLoadContext, request: Request): Promise<Viewer> {
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
  const [ofPatient, ofClinic, staff] = await Promise.all([
    contextOf('patient'),
    contextOf('clinic'),
    readsAsStaff(load, request),
  ]);
  const [patient, clinic] = [ofPatient?.actor ?? null, ofClinic?.actor ?? null];
  return {
    staff,
    patient: patient !== null,
    clinic: clinic !== null,
    approved: clinic?.approved ?? false,
    role: clinic?.member.role ?? null,
    locale: { patient: ofPatient?.locale ?? null, clinic: ofClinic?.locale ?? null },
    ...(await newsOf(load, { patient, clinic })),
  };
}

/** Asks nothing of the database where no cookie says so; who cannot be known is none of the team. */
async function readsAsStaff(load: AppLoadContext, request: Request): Promise<boolean> {
  const { services, requestId, ip, log } = load;
  const ctx = createContext(services, anonymous, { requestId, ip, log });
  return isStaff(ctx, request.headers.get('Cookie')).catch((error: unknown) => {
    logFailure(log, error);
    return false;
  });
}

interface People {
  readonly patient: ActorOf<'patient'> | null;
  readonly clinic: ActorOf<'clinic'> | null;
}

/** One statement for both and each kind of news, and one for the patient's treatment; a header that cannot know shows nothing. */
async function newsOf(
  { services, requestId, ip, log }: AppLoadContext,
  { patient, clinic }: People,
): Promise<Pick<Viewer, 'unread' | 'messages' | 'treatment'>> {
  const there = [patient, clinic].filter((one) => one !== null);
  const none = { patient: null, clinic: null };
  if (there.length === 0) return { unread: none, messages: none, treatment: null };
  const ctx = createContext(services, there[0]!, { requestId, ip, log });
  const writers = there.filter(
    (one) => one.kind === 'patient' || (one.approved && mayReadWords(one)),
  );
  const orElse = <T>(asked: Promise<T[]>, nothing: T[]): Promise<T[]> =>
    asked.catch((error: unknown) => {
      logFailure(log, error);
      return nothing;
    });
  const orNothing = <T>(asked: Promise<T[]>, nothing: T): Promise<T[]> =>
    orElse(
      asked,
      there.map(() => nothing),
    );
  const [unread, messages, ahead] = await Promise.all([
    orNothing(unreadNotices(ctx, there), unreadOf(0)),
    writers.length > 0 ? orNothing(unreadMessages(ctx, writers), 0) : [],
    patient ? orElse(foremostDeals({ ...ctx, actor: patient }), []) : [],
  ]);
  const among = <T>(people: ReadonlyArray<People[keyof People]>, found: readonly T[]) => ({
    patient: found[people.indexOf(patient)] ?? null,
    clinic: found[people.indexOf(clinic)] ?? null,
  });
  return {
    unread: among(there, unread),
    messages: among(writers, messages),
    treatment: treatmentPage(ahead),
  };
}

const treatmentPage = ([first, second]: readonly string[]): string | null => {
  if (!first) return null;
  return second ? '/my-offers' : `/deal/${first}`;
};

/**
 * Whether drafts of the site's content are to be shown: asked for by `/?preview=draft`, and by staff who are
 * signed in. Everybody else sees the site as it is.
 */
export async function previewsDraft(ctx: Ctx, request: Request): Promise<boolean> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== '/' || searchParams.get('preview') !== 'draft') return false;
  return isStaff(ctx, request.headers.get('Cookie'));
}
