import {
  addEndpointCall,
  changeEndpointCall,
  removeEndpointCall,
  rotateSecretCall,
  sendAgainCall,
  webhooksCall,
} from '#contracts/webhooks';
import { changeEndpoint, ownWebhooks, removeEndpoint, sendAgain } from '#modules/webhooks';
import { addWebhook, rotateWebhookSecret } from '#workflows';
import { endpoint } from '#app/http/api.server';

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
