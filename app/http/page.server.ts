import type { Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import type { z } from 'zod';
import type { FoundSessions } from '#modules/identity';
import type { Audience } from '#platform/base/call';
import { AppError } from '#platform/base/errors';
import type { Ctx } from '#platform/context';
import {
  countFields,
  fieldText,
  isFieldName,
  knownFields,
  maxFormFields,
  unfitFields,
} from '#platform/text/form-fields';
import { marksRefused } from '#platform/text/text';
import { type ActorFor, contextFor, noteRefusal, requireAudience } from './context.server';
import { endedParam } from './ended-param';
import {
  asAppError,
  failureOf,
  fieldsInWords,
  logFailure,
  messageOf,
  statusOf,
  wordsOf,
} from './errors';
import type { ExpiredForm } from './expired-form';
import { plainWords } from './parse-input.server';
import { ownPath, redirect } from './redirect';
import { type Principal, readCookie } from './session.server';
import { addressIn } from '#app/i18n/address';
import { textIn } from '#app/i18n/server';

const signIn: Partial<Record<Audience, string>> = {
  patient: '/login',
  'phone-verified': '/login',
  clinic: '/clinic-login',
  'approved-clinic': '/clinic-login',
  'phone-verified-clinic': '/clinic-login',
  'clinic-owner': '/clinic-login',
  'approved-owner': '/clinic-login',
  'clinic-manager': '/clinic-login',
  'clinic-doctor': '/clinic-login',
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
      const { found } = context;
      return await load(ctx, { request, params, url, headers: new Headers(), found });
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

/** Pages of a clinic that is not approved yet are behind its application. */
const ofApproved: ReadonlySet<Audience> = new Set([
  ...(['approved-clinic', 'approved-owner', 'clinic-manager', 'clinic-doctor'] as const),
]);

/** What a page throws becomes a redirect to the sign-in, an error page with its status, or stays as it is. */
function toPageResponse(thrown: unknown, { audience, url, context, request }: Asked): unknown {
  const { log, requestId, services, locale } = context;
  if (isAnswer(thrown)) return thrown;
  const { error } = asAppError(thrown);
  const target = signIn[audience];
  if (error.code === 'forbidden' && ofApproved.has(audience))
    return redirect('/clinic/pending-approval');
  // A pre-session opens no page of its person yet: what is left of the sign-in comes first.
  const unfinished =
    error.code === 'forbidden' && (audience === 'patient' || audience === 'clinic');
  if ((error.code === 'unauthenticated' || unfinished) && target) {
    const query = new URLSearchParams();
    const opened = url.pathname + url.search;
    // The sign-in leads nowhere else, and escaped, a longer one would outgrow the headers that proxies take.
    if (ownPath(opened)) query.set('redirectTo', opened);
    // A session that is over leaves its cookie behind; who signed out has none.
    const ended =
      !unfinished && audience === 'patient' && readCookie(services.env, request, 'patient');
    if (ended) query.set(endedParam, '1');
    const asked = query.toString();
    return redirect(addressIn(locale, target) + (asked && `?${asked}`));
  }
  // Remix hides the inside of everything else and asks handleError to log it.
  if (error.code === 'internal_error') return thrown;
  logFailure(log, thrown);
  const { status, headers, body } = failureOf(thrown, { requestId, locale });
  return data({ code: error.code, message: body.message }, { status, headers });
}

/** For loaders: the page is not there for this person. */
export const notFound = (): AppError => new AppError('not_found');

export interface PageArgs {
  readonly request: Request;
  readonly params: Record<string, string | undefined>;
  readonly url: URL;
  /** Headers of the answer; pass them on with `data(…, { headers })` or `redirect(…, { headers })`. */
  readonly headers: Headers;
  /** Sessions that the same page has looked up already. */
  readonly found?: FoundSessions | undefined;
}

/** One thing a page's form can do: its input and its command. */
interface FormIntent {
  /** Who may do it, of those who may open the page. */
  readonly audience: Audience;
  readonly schema: z.ZodType;
  readonly run: (ctx: Ctx<never>, value: never, page: PageArgs) => Promise<unknown>;
  /** Key of what a person reads when it failed for a reason of ours. */
  readonly failed?: string;
}

/** Ties who runs `run` to their audience, and its value to its schema. */
export const intent = <A extends Audience, S extends z.ZodType>(
  audience: A,
  schema: S,
  run: (ctx: Ctx<ActorFor[A]>, value: z.output<S>, page: PageArgs) => Promise<unknown>,
  failed?: string,
): FormIntent => ({ audience, schema, run: run as FormIntent['run'], failed });

/**
 * Action of a page whose forms name their `intent` in a hidden field or the submit button. Invalid input and
 * expected failures answer with a conform reply that keeps every value typed; `run` returns the page's data,
 * a redirect, or throws `AppError`. An expired session answers with a reply too, so nothing typed is lost.
 * `principal` says whose session counts on a page that is open to everybody.
 */
export function pageAction<A extends Audience>(
  audience: A,
  intents: Record<string, FormIntent>,
  options: { principal?: Principal } = {},
) {
  return async ({ request, params, context }: ActionFunctionArgs) => {
    const form = await readForm(request);
    const name = String(form.get('intent') ?? Object.keys(intents)[0]);
    const chosen = Object.hasOwn(intents, name) ? intents[name] : undefined;
    if (!chosen) throw data(null, { status: 400 });
    form.delete('intent');
    const known = knownFields(form, chosen.schema);
    if (!known) throw data(null, { status: 400 });
    // Anew in each place: who asks, and with that the language, is known in between.
    const read = () =>
      parseWithZod(known, {
        schema: chosen.schema,
        error: plainWords,
        formatError: (issues: z.core.$ZodIssue[]) =>
          issues.map(({ message }) => wordsOf(message, context.locale)),
      });
    try {
      const ctx = await contextFor(context, request, audience, options);
      requireAudience(ctx, chosen.audience);
      const submission = read();
      const unfit = unfitFields(known);
      if (submission.status !== 'success' || unfit.length > 0)
        return invalid(name, submission, {
          fields: unfit,
          words: [wordsOf(marksRefused, context.locale)],
        });
      const page = { request, params, url: new URL(request.url), headers: new Headers() };
      return await chosen.run(ctx as never, submission.value as never, page);
    } catch (thrown) {
      if (isAnswer(thrown)) throw thrown;
      if (audience !== 'public' && asAppError(thrown).error.code === 'unauthenticated')
        throwExpiredForm(request, name, form);
      await noteRefusal(thrown, { load: context, request, audience, principal: options.principal });
      return failure(thrown, { name, submission: read(), context, failed: chosen.failed });
    }
  };
}

type Unread = Pick<Submission<unknown, string[]>, 'reply'>;

/** A form goes back with everything that was typed but these. */
/** A form with files has an action of its own, which reads it as a stream; everything else is a plain form. */
export const withFiles =
  <Files, Plain>(
    files: (args: ActionFunctionArgs) => Files,
    plain: (args: ActionFunctionArgs) => Plain,
  ) =>
  (args: ActionFunctionArgs): Files | Plain =>
    /^multipart\/form-data/i.test(args.request.headers.get('Content-Type') ?? '')
      ? files(args)
      : plain(args);

const secret = { hideFields: ['password'] };

/** @param marks fields whose text has too many marks in a row, and what is said of each: schemas need not check that */
function invalid(
  name: string,
  submission: Unread,
  marks: { readonly fields: readonly string[]; readonly words: string[] },
) {
  const fieldErrors = Object.fromEntries(marks.fields.map((field) => [field, marks.words]));
  const reply =
    marks.fields.length > 0
      ? submission.reply({ ...secret, fieldErrors })
      : submission.reply(secret);
  return data({ intent: name, reply, code: 'validation_failed' }, { status: 422 });
}

/** Redirects and error pages that a command's caller throws on purpose. */
export const isAnswer = (thrown: unknown): boolean =>
  thrown instanceof Response ||
  (thrown as { type?: string } | null)?.type === 'DataWithResponseInit';

/** The form again, with everything typed and what is wrong. */
function failure(
  thrown: unknown,
  {
    name,
    submission,
    context,
    failed,
  }: {
    name: string;
    submission: Unread;
    context: AppLoadContext;
    failed?: string;
  },
) {
  const { error } = asAppError(thrown);
  logFailure(context.log, thrown);
  const fieldErrors = fieldsInWords(error.details, context.locale);
  const { retryAfterSeconds, reason } = error.details;
  const text = textIn(context.locale);
  const ours = error.code === 'internal_error';
  const reply =
    Object.keys(fieldErrors).length > 0
      ? submission.reply({ ...secret, fieldErrors })
      : submission.reply({
          ...secret,
          formErrors: [ours && failed ? text(failed) : messageOf(error, context.locale)],
        });
  return data(
    { intent: name, reply, code: error.code, reason, retryAfterSeconds },
    { status: statusOf(error.code) },
  );
}

const malformed = () => data(null, { status: 400 });

/**
 * The fields of a plain form, as text that can be stored. The body is bounded (`bodyLimits.form`) and its fields are
 * counted before anything is made of it. Forms with files have actions of their own, which read them as a stream:
 * `formData()` would take all of it into memory.
 *
 * @throws an answer: 415 for another media type; 400 for too many fields or for a name that no form has
 */
async function readForm(request: Request): Promise<FormData> {
  const type = (request.headers.get('Content-Type') ?? '').toLowerCase();
  if (!type.startsWith('application/x-www-form-urlencoded')) throw data(null, { status: 415 });
  const body = await request.text();
  if (countFields(body, maxFormFields) > maxFormFields) throw malformed();
  const fields = new FormData();
  for (const [name, value] of new URLSearchParams(body)) {
    if (!isFieldName(name)) throw malformed();
    fields.append(name, fieldText(value));
  }
  return fields;
}

/**
 * For a form that a browser without our script sent after its session had ended: the page's own loader would
 * lead it to the sign-in and lose what was typed, so this throws what makes the root's error page show the
 * form once more. Requests of our script pass: their page stays as it is.
 */
function throwExpiredForm(request: Request, intent: string, form: FormData): void {
  if (!isDocument(request)) return;
  const { pathname, search } = new URL(request.url);
  const fields = [...form].map(([name, value]): [string, string] => [name, String(value)]);
  const expired: ExpiredForm = {
    expired: { action: pathname + search, fields: [['intent', intent], ...fields] },
  };
  throw data(expired, { status: 401 });
}

/** Whether the browser itself loads the page, without our script: only then nobody can fill in what comes late. */
export const isDocument = (request: Request): boolean =>
  (request.headers.get('Accept') ?? '').includes('text/html');

/**
 * To a page that says by itself what was seen on it: back to it where no script runs, else nothing but that it was heard.
 * The router (6.30) would follow a redirect in the name of a load that is under way, which knows nothing of a reader who is
 * to stay where they are.
 */
export const wasSeen = (request: Request, path: string) =>
  isDocument(request) ? redirect(path) : { seen: true as const };
