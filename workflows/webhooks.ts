import { holdApproval, requireFreshFactor } from '#modules/identity';
import { addEndpoint, rotateSecret } from '#modules/webhooks';
import { withTransaction } from '#engine';
import type { CtxOf } from '#platform/context';

type Shown = Awaited<ReturnType<typeof rotateSecret>>;

/**
 * The acting clinic's owner adds an endpoint and sees its secret, with a proof of the last ten minutes. A suspension that
 * comes meanwhile waits, and removes it too.
 *
 * @throws AppError `step_up`; and what `addEndpoint` throws
 */
export async function addWebhook(
  ctx: CtxOf<'clinic'>,
  input: Parameters<typeof addEndpoint>[1],
): Promise<Shown> {
  await requireFreshFactor(ctx);
  return withTransaction(ctx, async (tx) => {
    await holdApproval(tx);
    return addEndpoint(tx, input);
  });
}

/** A new secret, shown with a proof of the last ten minutes. @throws AppError `step_up`; and what `rotateSecret` throws */
export async function rotateWebhookSecret(
  ctx: CtxOf<'clinic'>,
  input: { readonly endpointId: string },
): Promise<Shown> {
  await requireFreshFactor(ctx);
  return withTransaction(ctx, (tx) => rotateSecret(tx, input));
}
