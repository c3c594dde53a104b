import {
  addBrowserCall,
  addEndpointCall,
  browsersCall,
  changeEndpointCall,
  removeBrowserCall,
  removeEndpointCall,
  rotateSecretCall,
  sendAgainCall,
  webhooksCall,
} from '#contracts/webhooks';
import { changeEndpoint, ownWebhooks, removeEndpoint, sendAgain } from '#modules/webhooks';
import {
  addOwnBrowser,
  addWebhook,
  ownNotifiedBrowsers,
  removeOwnBrowser,
  rotateWebhookSecret,
} from '#workflows';
import { asParty, endpoint } from '#app/http/api.server';

/** Where a clinic's own systems hear of what happens to it. */
export const webhookEndpoints = [
  endpoint(webhooksCall, (ctx) => ownWebhooks(ctx)),
  endpoint(addEndpointCall, (ctx, { body }) => addWebhook(ctx, body)),
  endpoint(changeEndpointCall, (ctx, { params, body }) =>
    changeEndpoint(ctx, { endpointId: params.id, ...body }),
  ),
  endpoint(rotateSecretCall, (ctx, { params }) =>
    rotateWebhookSecret(ctx, { endpointId: params.id }),
  ),
  endpoint(removeEndpointCall, (ctx, { params }) => removeEndpoint(ctx, { endpointId: params.id })),
  endpoint(sendAgainCall, (ctx, { params }) => sendAgain(ctx, { deliveryId: params.id })),
];

/** Where a person reads news while no page is open. */
export const browserEndpoints = [
  endpoint(browsersCall, (ctx) => ownNotifiedBrowsers(ctx), asParty),
  endpoint(
    addBrowserCall,
    async (ctx, { body }) => {
      await addOwnBrowser(ctx, body);
      return ownNotifiedBrowsers(ctx);
    },
    asParty,
  ),
  endpoint(
    removeBrowserCall,
    (ctx, { params }) => removeOwnBrowser(ctx, { browserId: params.id }),
    asParty,
  ),
];
