import { data, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node';
import type { Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import type { Audience } from '#platform/base/call';
import type { Ctx } from '#platform/context';
import { knownFields, unfitFields } from '#platform/text/form-fields';
import { marksRefused } from '#platform/text/text';
import { textIn } from '#app/i18n/server';
import { contextFor, noteRefusal, type ActorFor } from './context.server';
import { asAppError, fieldsInWords, logFailure, messageOf, statusOf, wordsOf } from './errors';
import { throwExpiredForm } from './expired-form.server';
import { plainWords } from './plain-words';
import { readForm } from './read-form.server';
import type { Principal } from './session.server';

export interface PageArgs {
  readonly request: Request;
  readonly params: Record<string, string | undefined>;
  readonly url: URL;
  /** Headers of the answer; pass them on with `data(…, { headers })` or `redirect(…, { headers })`. */
  readonly headers: Headers;
}

/** One thing a page's form can do: its input and its command. */
interface FormIntent<A extends Audience = Audience> {
  readonly schema: z.ZodType;
  readonly run: (ctx: Ctx<ActorFor[A]>, value: never, page: PageArgs) => Promise<unknown>;
  /** Key of what a person reads when it failed for a reason of ours. */
  readonly failed?: string;
}

/** Ties the value of `run` to its schema. */
export const intent = <A extends Audience, S extends z.ZodType>(
  _audience: A,
  schema: S,
  run: (ctx: Ctx<ActorFor[A]>, value: z.output<S>, page: PageArgs) => Promise<unknown>,
  failed?: string,
): FormIntent<A> => ({ schema, run: run as FormIntent<A>['run'], failed });

/**
 * Action of a page whose forms name their `intent` in a hidden field or the submit button. Invalid input and
 * expected failures answer with a conform reply that keeps every value typed; `run` returns the page's data,
 * a redirect, or throws `AppError`. An expired session answers with a reply too, so nothing typed is lost.
 * `principal` says whose session counts on a page that is open to everybody.
 */
export function pageAction<A extends Audience>(
  audience: A,
  intents: Record<string, FormIntent<A>>,
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
      const submission = read();
      const unfit = unfitFields(known);
      if (submission.status !== 'success' || unfit.length > 0)
        return invalid(name, submission, {
          fields: unfit,
          words: [wordsOf(marksRefused, context.locale)],
        });
      const page = { request, params, url: new URL(request.url), headers: new Headers() };
      return await chosen.run(ctx, submission.value as never, page);
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
