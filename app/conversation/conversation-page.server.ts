import { type ActionFunctionArgs, data } from '@remix-run/node';
import { z } from 'zod';
import { attachmentField, type OwnAttachmentDto } from '#contracts/attachments';
import {
  type MessageFields,
  askViewSchema,
  messageSchema,
  phraseSchema,
  reportSchema,
} from '#contracts/messaging';
import { oncePerKey } from '#engine';
import { addAttachment } from '#modules/attachments';
import { clinicNames } from '#modules/clinic-onboarding';
import { abbreviatedNames } from '#modules/identity';
import { otherSide, type Side } from '#platform/base/actor';
import { AppError, isAppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import type { CtxOf } from '#platform/context';
import { apiUploadBytes, formUploadBytes, readUpload } from '#platform/files/upload';
import { type FormTurn, formTurnFields, turnOf } from '#platform/text/form-turn';
import { cleanText } from '#platform/text/text';
import {
  askForMaskingReview,
  agreeToTranslation,
  askForView,
  closeConversation,
  complainOf,
  conversationOf,
  keepWhatIsTyped,
  ownInbox,
  seeConversation,
  sentencesFor,
  showConversation,
  translateMessage,
  whatWasTyped,
  writeMessage,
  type Found,
} from '#workflows';
import { contextFor } from '#app/http/context.server';
import { wordsOf, refusedInWords } from '#app/http/errors';
import {
  intent,
  pageAction,
  type PageArgs,
  pageLoader,
  wasSeen,
  withFiles,
} from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { agreementOf } from '#app/translation/agreement.server';

const audiences = { patient: 'patient', clinic: 'clinic-doctor' } as const;

/** Where a conversation is, for each side. */
const pathOf = (side: Side, offerId: string): string =>
  side === 'patient' ? `/conversation/${offerId}` : `/clinic/conversation/${offerId}`;

const find = (ctx: CtxOf<Side>, { params }: Pick<PageArgs, 'params'>) =>
  conversationOf(ctx, { owners: [ctx.actor], offerId: params.offerId ?? '' });

/** One page of the conversation, what was typed before, and a key under which the next message is sent once. */
export async function loadConversation(ctx: CtxOf<Side>, page: PageArgs) {
  const found = await find(ctx, page);
  const { offerId, patientId, clinicId, isOpen } = found.talk;
  const side = ctx.actor.kind;
  const cursor = page.url.searchParams.get('cursor') ?? undefined;
  const names =
    side === 'patient'
      ? (await clinicNames(ctx, [clinicId])).get(clinicId)
      : (await abbreviatedNames(ctx, { ids: [patientId], lock: false })).get(patientId);
  const shown = await showConversation(found, { cursor });
  return {
    offerId,
    side,
    isOpen,
    path: pathOf(side, offerId),
    isEarlier: cursor !== undefined,
    other: { side: otherSide(side), name: names ?? '' },
    typed: await whatWasTyped(found),
    key: newId(),
    sentences: sentencesFor(side, ctx.locale),
    ...shown,
    agreement: shown.messages.some(({ from }) => from !== side)
      ? agreementOf(shown.translating, ctx.locale)
      : null,
  };
}

/** Who asks for a view that was added meanwhile has what was asked for. */
function unlessThere(error: unknown): void {
  if (!isAppError(error) || error.code !== 'validation_failed') throw error;
}

const nothing = z.object({});
const seen = z.object({ upTo: z.uuid().optional() });
const sentence = z.object({
  phrase: phraseSchema,
  key: z.uuid().catch(() => newId()),
  upTo: z.uuid().optional().catch(undefined),
});
const oneMessage = z.object({ messageId: z.string().max(100) });
const oneText = z.object({ id: z.string().max(100) });
const formTurn = z.object(formTurnFields);
const typed = z.object({
  text: z
    .string()
    .default('')
    .transform((text) => cleanText(text).slice(0, 4_000)),
  ...formTurnFields,
});

/** What a page of one side can do: a message comes with its files as one form, everything else is a plain form. */
export function conversationAction(side: Side) {
  const audience = audiences[side];
  const here = ({ params }: PageArgs) => pathOf(side, params.offerId ?? '');
  const others = pageAction(audience, {
    keep: intent(audience, typed, async (ctx, { text, ...sent }, page) => {
      await keepWhatIsTyped(await find(ctx, page), { text, turn: turnOf(sent) });
      return data({ kept: true });
    }),
    read: intent(audience, seen, async (ctx, value, page) => {
      await seeConversation(await find(ctx, page), value);
      return wasSeen(page.request, here(page));
    }),
    phrase: intent(audience, sentence, async (ctx, { phrase, key, upTo }, page) => {
      const found = await find(ctx, page);
      await sendOnce(found, { call: 'messaging.send-phrase', key }, { ...noWords, phrase });
      await seeConversation(found, { upTo });
      return redirect(here(page));
    }),
    report: intent(audience, reportSchema, async (ctx, about, page) => {
      await complainOf(await find(ctx, page), about);
      return data({ reported: true });
    }),
    review: intent(audience, oneMessage, async (ctx, about, page) => {
      await askForMaskingReview(await find(ctx, page), about);
      return redirect(here(page));
    }),
    translate: intent(audience, oneText, async (ctx, { id: messageId }, page) => {
      await translateMessage(await find(ctx, page), { messageId });
      const cursor = page.url.searchParams.get('cursor');
      const search = cursor ? `?${new URLSearchParams({ cursor }).toString()}` : '';
      return redirect(`${here(page)}${search}#m-${encodeURIComponent(messageId)}`);
    }),
    'agree-translation': intent('patient', nothing, async (ctx, _value, page) => {
      await agreeToTranslation(ctx);
      return redirect(here(page));
    }),
    'ask-view': intent(audience, askViewSchema, async (ctx, { slot }, page) => {
      const { actor } = ctx;
      if (actor.kind !== 'clinic') throw new AppError('not_found');
      const offerId = page.params.offerId ?? '';
      await askForView({ ...ctx, actor }, { offerId, slot }).catch(unlessThere);
      return redirect(here(page));
    }),
    block: intent(audience, nothing, async (ctx, _value, page) => {
      await closeConversation(await find(ctx, page));
      return redirect(here(page));
    }),
  });
  return withFiles((args) => send(side, args), others);
}

/** A second click, under the same key, sends nothing twice. */
async function sendOnce(
  found: Found,
  sending: { call: string; key: string },
  fields: MessageFields,
  turn: FormTurn | null = null,
): Promise<void> {
  const { offerId } = found.talk;
  const input = { offerId, text: fields.text, phrase: fields.phrase };
  await oncePerKey(found.ctx, { ...sending, input }, async (tx, messageId) => {
    await writeMessage({ ...found, ctx: tx }, { offerId, messageId, fields, turn });
    return messageId;
  });
}

const noWords = { text: '', attachments: [] };

/** Sends a message with its files. A second click, under the same key, sends nothing twice. */
async function send(side: Side, { request, params, context }: ActionFunctionArgs) {
  let text = '';
  try {
    const ctx: CtxOf<Side> = await contextFor(context, request, audiences[side]);
    const found = await find(ctx, { params });
    const { attachments, form } = await receiveAttachments(ctx, request, { isForm: true });
    text = String(form.get('text') ?? '');
    const ids = attachments.map(({ id }) => id);
    const fields = messageSchema.safeParse({ text, attachments: ids });
    if (!fields.success)
      return refusal(
        text,
        fields.error.issues.map(({ message }) => wordsOf(message, context.locale)),
      );
    const key = z.uuid().safeParse(form.get('key')).data ?? newId();
    const turn = turnOf(formTurn.safeParse(Object.fromEntries(form)).data ?? {});
    await sendOnce(found, { call: 'messaging.send-form', key }, fields.data, turn);
    await seeConversation(found, { upTo: z.uuid().safeParse(form.get('upTo')).data });
    return redirect(pathOf(side, found.talk.offerId));
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    const { code, status, words: failures } = refusedInWords(thrown, context);
    return data({ failures, text, code }, { status });
  }
}

const refusal = (text: string, failures: string[]) =>
  data({ failures, text, code: 'validation_failed' }, { status: 422 });

const search = z.object({ cursor: z.string().max(200).optional().catch(undefined) });

/** All conversations of one side, a page of them. */
export const inboxLoader = (reader: 'patient' | 'clinic') =>
  pageLoader(
    reader === 'patient' ? 'patient' : 'clinic-doctor',
    async (ctx: CtxOf<Side>, { url }) => {
      const { cursor } = search.parse(Object.fromEntries(url.searchParams));
      return { ...(await ownInbox(ctx, { cursor })), continued: cursor !== undefined };
    },
  );

interface Received {
  /** In the order they came. */
  readonly attachments: OwnAttachmentDto[];
  /** The text fields beside them. */
  readonly form: FormData;
}

/**
 * Reads a multipart request with files for an offer or a message as it arrives; they belong to nothing until something
 * claims them. `isForm`: a whole form sent without a script, which may be larger.
 *
 * @throws AppError as `readUpload` and `addAttachment`; `validation_failed` for a file in another field
 */
export async function receiveAttachments(
  ctx: CtxOf<Side>,
  request: Request,
  { isForm = false }: { isForm?: boolean } = {},
): Promise<Received> {
  const attachments: OwnAttachmentDto[] = [];
  const form = await readUpload(request, {
    dataDir: ctx.services.env.DATA_DIR,
    maxTotalBytes: isForm ? formUploadBytes : apiUploadBytes,
    onFile: async ({ field, ...file }) => {
      if (field !== attachmentField)
        throw new AppError('validation_failed', {
          fields: { [field.slice(0, 50)]: ['error.unknown_field'] },
        });
      attachments.push(await addAttachment(ctx, file));
    },
  });
  return { attachments, form };
}
