import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import type { Audience } from '#platform/call';
import type { Ctx } from '#platform/context';
import { AppError, isAppError } from '#platform/errors';
import { contextFor, type ActorFor } from './context.server';
import { asAppError, fieldsInWords, messageOf, statusOf, wordsOf } from './errors';

export interface PageArgs {
  readonly request: Request;
  readonly params: Record<string, string | undefined>;
  readonly url: URL;
  /** Headers of the answer; pass them on with `data(…, { headers })` or `redirect(…, { headers })`. */
  readonly headers: Headers;
}

const signIn: Partial<Record<Audience, string>> = {
  patient: '/login',
  'phone-verified': '/login',
  clinic: '/clinic-login',
  'approved-clinic': '/clinic-login',
  'phone-verified-clinic': '/clinic-login',
  staff: '/admin',
};

/** Loader of a page: authenticates (or sends to the sign-in and back), then runs `load`. */
export function pageLoader<A extends Audience, T>(
  audience: A,
  load: (ctx: Ctx<ActorFor[A]>, page: PageArgs) => Promise<T>,
) {
  return async ({ request, params, context }: LoaderFunctionArgs): Promise<T> => {
    const url = new URL(request.url);
    try {
      const ctx = await contextFor(context, request, audience);
      return await load(ctx, { request, params, url, headers: new Headers() });
    } catch (thrown) {
      throw toPageResponse(thrown, audience, url);
    }
  };
}

/** One thing a page's form can do: its input and its command. */
export interface FormIntent<A extends Audience = Audience> {
  readonly schema: z.ZodType;
  readonly run: (ctx: Ctx<ActorFor[A]>, value: never, page: PageArgs) => Promise<unknown>;
}

/** Ties the value of `run` to its schema. */
export const intent = <A extends Audience, S extends z.ZodType>(
  _audience: A,
  schema: S,
  run: (ctx: Ctx<ActorFor[A]>, value: z.output<S>, page: PageArgs) => Promise<unknown>,
): FormIntent<A> => ({ schema, run: run as FormIntent<A>['run'] });

/**
 * Action of a page whose forms name their `intent` in a hidden field or the submit button. Invalid input and
 * expected failures answer with a conform reply that keeps every value typed; `run` returns the page's data,
 * a redirect, or throws `AppError`. An expired session answers with a reply too, so nothing typed is lost.
 */
export function pageAction<A extends Audience>(
  audience: A,
  intents: Record<string, FormIntent<A>>,
) {
  return async ({ request, params, context }: ActionFunctionArgs) => {
    const url = new URL(request.url);
    const form = await request.formData();
    const name = String(form.get('intent') ?? Object.keys(intents)[0]);
    const chosen = intents[name];
    if (!chosen) throw data(null, { status: 400 });
    form.delete('intent');
    const submission = parseWithZod(form, {
      schema: chosen.schema,
      formatError: (issues) => issues.map(({ message }) => wordsOf(message)),
    });
    if (submission.status !== 'success')
      return data(
        { intent: name, reply: submission.reply(), code: 'validation_failed' },
        { status: 422 },
      );
    try {
      const ctx = await contextFor(context, request, audience);
      return await chosen.run(ctx, submission.value as never, {
        request,
        params,
        url,
        headers: new Headers(),
      });
    } catch (thrown) {
      if (
        thrown instanceof Response ||
        (thrown as { type?: string }).type === 'DataWithResponseInit'
      )
        throw thrown;
      const { error, expected } = asAppError(thrown);
      if (!expected) context.log.error({ err: thrown }, 'http.unexpected-error');
      const fields = fieldsInWords(error.details.fields ?? {});
      const reply =
        Object.keys(fields).length > 0
          ? submission.reply({ fieldErrors: fields })
          : submission.reply({ formErrors: [messageOf(error)] });
      return data(
        {
          intent: name,
          reply,
          code: error.code,
          retryAfterSeconds: error.details.retryAfterSeconds,
        },
        { status: statusOf(error.code) },
      );
    }
  };
}

function toPageResponse(thrown: unknown, audience: Audience, url: URL): unknown {
  if (!isAppError(thrown)) return thrown;
  const target = signIn[audience];
  if (thrown.code === 'unauthenticated' && target)
    return redirect(`${target}?redirectTo=${encodeURIComponent(url.pathname + url.search)}`);
  return data({ code: thrown.code, message: messageOf(thrown) }, { status: statusOf(thrown.code) });
}

/** For loaders: the page is not there for this person. */
export const notFound = (): AppError => new AppError('not_found');
