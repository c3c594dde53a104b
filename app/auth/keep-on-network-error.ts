import type { ClientActionFunctionArgs } from '@remix-run/react';
import type { IntentReply } from './use-intent';

/** A client action that answers a lost connection in place of the error page, so that nothing typed is lost. */
export async function keepOnNetworkError({ request, serverAction }: ClientActionFunctionArgs) {
  const intent = String((await request.clone().formData()).get('intent'));
  try {
    return await serverAction<unknown>();
  } catch (error) {
    // What fetch throws when no answer came; everything else is a response or a fault of ours.
    // Its status keeps Remix from loading everything anew, which would fail too.
    if (error instanceof TypeError)
      return Response.json({ intent, code: 'network' } satisfies IntentReply, { status: 503 });
    throw error;
  }
}
