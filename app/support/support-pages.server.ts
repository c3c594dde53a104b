import type { Side } from '#platform/base/actor';
import { data } from '@remix-run/node';
import { z } from 'zod';
import { newTicketSchema, ticketWordsSchema, visitorTicketSchema } from '#contracts/support';
import { oncePerKey } from '#engine';
import { siteContent } from '#modules/content';
import {
  currentChat,
  markTicketRead,
  openChat,
  openTicket,
  openVisitorTicket,
  ownTickets,
  readTicket,
  writeToTicket,
} from '#modules/support';
import { newId } from '#platform/base/ids';
import type { CtxOf } from '#platform/context';
import { addressBlock } from '#platform/limits/rate-limit';
import { looksAutomated, stampForm } from '#app/auth/form-guard.server';
import { intent, isDocument, pageAction, type PageArgs, wasSeen } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { addressIn } from '#app/i18n/address';
import { supportHome, type SupportSide } from './paths';

/** Under which one press of a button counts once; made anew with each page. */
const key = z.uuid().catch(() => newId());

/** The last message that the page showed. */
const seenSchema = z.object({ upTo: z.uuid().optional() });

const pathOf = (ctx: CtxOf<Side>, ticketId: string) => `${supportHome[ctx.actor.kind]}/${ticketId}`;

/** How the team is reached, and what was written to it before. */
export async function loadSupport(ctx: CtxOf<Side>, { url }: PageArgs) {
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const [{ contact }, page] = await Promise.all([siteContent(ctx), ownTickets(ctx, { cursor })]);
  const { email, phone } = contact;
  return {
    side: ctx.actor.kind,
    contact: { email, phone },
    isEarlier: cursor !== undefined,
    sent: url.searchParams.has('sent'),
    key: newId(),
    ...page,
  };
}

/** What the page of support can do: send a message. */
export const supportAction = (side: SupportSide) =>
  pageAction(side, {
    send: intent(
      side,
      z.object({ ...newTicketSchema.shape, key }),
      async (ctx: CtxOf<Side>, { key: once, ...words }, { request }) => {
        const sending = { call: 'support.open-form', key: once, input: words };
        await oncePerKey(ctx, sending, async (tx, id) => {
          await openTicket(tx, { id, ...words });
          return id;
        });
        return isDocument(request)
          ? redirect(`${supportHome[side]}?sent`)
          : data({ sent: true as const });
      },
      'support.form.failed',
    ),
  });

/** A chat that is open goes on; else the first message begins one. */
export async function loadChat(ctx: CtxOf<Side>) {
  const open = await currentChat(ctx);
  if (open) throw redirect(pathOf(ctx, open));
  return { side: ctx.actor.kind, key: newId() };
}

export const chatAction = (side: SupportSide) =>
  pageAction(side, {
    start: intent(
      side,
      z.object({ ...ticketWordsSchema.shape, key }),
      async (ctx: CtxOf<Side>, { key: once, text: message }) => {
        const sending = { call: 'support.chat-form', key: once, input: { message } };
        const { id } = await oncePerKey(ctx, sending, (tx, chatId) =>
          openChat(tx, { id: chatId, message }),
        );
        return redirect(pathOf(ctx, id));
      },
      'support.form.failed',
    ),
  });

/** One ticket with a page of what was written. */
export async function loadTicket(ctx: CtxOf<Side>, { params, url }: PageArgs) {
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const found = await readTicket(ctx, { ticketId: params.id ?? '', cursor });
  const path = pathOf(ctx, found.ticket._id);
  return { side: ctx.actor.kind, path, isEarlier: cursor !== undefined, key: newId(), ...found };
}

export const ticketAction = (side: SupportSide) =>
  pageAction(side, {
    write: intent(
      side,
      z.object({ ...ticketWordsSchema.shape, key }),
      async (ctx: CtxOf<Side>, { key: once, text }, { params }) => {
        const ticketId = params.id ?? '';
        const sending = { call: 'support.write-form', key: once, input: { ticketId, text } };
        await oncePerKey(ctx, sending, async (tx, messageId) => {
          await writeToTicket(tx, { ticketId, messageId, text });
          return messageId;
        });
        return redirect(pathOf(ctx, ticketId));
      },
      'support.form.failed',
    ),
    read: intent(side, seenSchema, async (ctx: CtxOf<Side>, { upTo }, { params, request }) => {
      const ticketId = params.id ?? '';
      await markTicketRead(ctx, { ticketId, upTo });
      return wasSeen(request, pathOf(ctx, ticketId));
    }),
  });

export { stampForm };

const fields = z.object({
  ...visitorTicketSchema.shape,
  website: z.string().optional(),
  stamp: z.string().optional(),
  key: z.uuid().catch(() => newId()),
});

/** A visitor writes to the team. What a machine fills in is answered alike, and goes nowhere. */
export const contactAction = pageAction('public', {
  send: intent(
    'public',
    fields,
    async (ctx, { website, stamp, key, ...typed }, { request }) => {
      if (!(await looksAutomated(ctx, { website, stamp }))) {
        const from = addressBlock(ctx.ip);
        const sending = { call: 'support.contact-form', key, owner: from, input: typed };
        await oncePerKey(ctx, sending, async (tx, id) => {
          await openVisitorTicket(tx, { id, ...typed, from });
          return id;
        });
      }
      return isDocument(request)
        ? redirect(addressIn(ctx.locale, '/contact?sent'))
        : data({ sent: true as const });
    },
    'support.form.failed',
  ),
});
