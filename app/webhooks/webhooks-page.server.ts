import { data } from '@remix-run/node';
import { z } from 'zod';
import { changeSchema, endpointSchema, webhooksPath } from '#contracts/webhooks';
import { hasFreshFactor } from '#modules/identity';
import { changeEndpoint, ownWebhooks, removeEndpoint, sendAgain } from '#modules/webhooks';
import { addWebhook, rotateWebhookSecret } from '#workflows';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';

export const webhooksLoader = pageLoader('approved-owner', async (ctx) => {
  const [own, fresh] = await Promise.all([ownWebhooks(ctx), hasFreshFactor(ctx)]);
  return { ...own, fresh };
});

const one = z.object({ id: z.uuid() });

/** The answer shows the secret once: it is nowhere else. */
const shown = ({ endpoint: { url }, secret }: Awaited<ReturnType<typeof addWebhook>>) =>
  data({ made: { url, secret } });

export const webhooksAction = pageAction('approved-owner', {
  add: intent('approved-owner', endpointSchema, async (ctx, input) =>
    shown(await addWebhook(ctx, input)),
  ),
  rotate: intent('approved-owner', one, async (ctx, { id: endpointId }) =>
    shown(await rotateWebhookSecret(ctx, { endpointId })),
  ),
  change: intent(
    'approved-owner',
    changeSchema.extend(one.shape),
    async (ctx, { id, ...change }) => {
      await changeEndpoint(ctx, { endpointId: id, ...change });
      return redirect(webhooksPath);
    },
  ),
  remove: intent('approved-owner', one, async (ctx, { id: endpointId }) => {
    await removeEndpoint(ctx, { endpointId });
    return redirect(webhooksPath);
  }),
  again: intent('approved-owner', one, async (ctx, { id: deliveryId }) => {
    await sendAgain(ctx, { deliveryId });
    return redirect(`${webhooksPath}?again`);
  }),
});
