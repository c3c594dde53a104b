import { data, type AppLoadContext, type LoaderFunctionArgs } from '@remix-run/node';
import type { Audience } from '#platform/base/call';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { redirect } from './redirect';
import { addressIn } from '#app/i18n/address';
import { contextFor, noteRefusal, type ActorFor } from './context.server';
import { asAppError, failureOf, logFailure } from './errors';
import { endedParam } from './ended-param';
import { isAnswer, type PageArgs } from './page-action.server';
import { readCookie, type Principal } from './session.server';

export { intent, isAnswer, pageAction, type PageArgs } from './page-action.server';

const signIn: Partial<Record<Audience, string>> = {
  patient: '/login',
  'phone-verified': '/login',
  clinic: '/clinic-login',
  'approved-clinic': '/clinic-login',
  'phone-verified-clinic': '/clinic-login',
  staff: '/admin',
  'staff-admin': '/admin',
};

/**
 * Loader of a page: authenticates (or sends to the sign-in and back), then runs `load`. `quiet` for pages that
 * ask for themselves again and again: looking renews no session.
 */
export function pageLoader<A extends Audience, T>(
  audience: A,
  load: (ctx: Ctx<ActorFor[A]>, page: PageArgs) => Promise<T>,
  options: { principal?: Principal; quiet?: (request: Request) => boolean } = {},
) {
  return async ({ request, params, context }: LoaderFunctionArgs): Promise<T> => {
    const url = new URL(request.url);
    try {
      const quiet = options.quiet?.(request);
      const ctx = await contextFor(context, request, audience, {
        ...options,
        quiet,
        found: context.found,
      });
      return await load(ctx, { request, params, url, headers: new Headers() });
    } catch (thrown) {
      const response = toPageResponse(thrown, { audience, url, context, request });
      const { principal } = options;
      // Sent to what is left of their sign-in, nobody was refused anything.
      if (!(response instanceof Response))
        await noteRefusal(thrown, { load: context, request, audience, principal });
      throw response;
    }
  };
}

interface Asked {
  audience: Audience;
  url: URL;
  context: AppLoadContext;
  request: Request;
}

/** What a page throws becomes a redirect to the sign-in, an error page with its status, or stays as it is. */
function toPageResponse(thrown: unknown, { audience, url, context, request }: Asked): unknown {
  const { log, requestId, services, locale } = context;
  if (isAnswer(thrown)) return thrown;
  const { error } = asAppError(thrown);
  const target = signIn[audience];
  if (error.code === 'forbidden' && audience === 'approved-clinic')
    return redirect('/clinic/pending-approval');
  // A pre-session opens no page of its person yet: what is left of the sign-in comes first.
  const unfinished =
    error.code === 'forbidden' && (audience === 'patient' || audience === 'clinic');
  if ((error.code === 'unauthenticated' || unfinished) && target) {
    const query = new URLSearchParams({ redirectTo: url.pathname + url.search });
    // A session that is over leaves its cookie behind; who signed out has none.
    const ended =
      !unfinished && audience === 'patient' && readCookie(services.env, request, 'patient');
    if (ended) query.set(endedParam, '1');
    return redirect(`${addressIn(locale, target)}?${query.toString()}`);
  }
  // Remix hides the inside of everything else and asks handleError to log it.
  if (error.code === 'internal_error') return thrown;
  logFailure(log, thrown);
  const { status, headers, body } = failureOf(thrown, { requestId, locale });
  return data({ code: error.code, message: body.message }, { status, headers });
}

/** For loaders: the page is not there for this person. */
export const notFound = (): AppError => new AppError('not_found');
