import { data } from '@remix-run/node';
import { z } from 'zod';
import { visitorTicketSchema } from '#contracts/support';
import { openVisitorTicket } from '#modules/support';
import { oncePerKey } from '#engine';
import { newId } from '#platform/base/ids';
import { addressBlock } from '#platform/limits/rate-limit';
import { looksAutomated, stampForm } from '#app/auth/form-guard.server';
import { intent, isDocument, pageAction } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { addressIn } from '#app/i18n/address';

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
