import type { DocumentKind } from '#contracts/clinic-onboarding';
import {
  keepDocuments,
  type DocumentOwnerCtx,
  type StashedDocument,
} from '#modules/clinic-onboarding';
import type { Call } from '#platform/base/call';
import type { Http, Reply } from '#app/http/api.server';
import { idempotent } from '#app/http/idempotent.server';

interface Uploaded {
  readonly call: Call;
  readonly http: Http;
  readonly kind: DocumentKind;
  readonly files: readonly StashedDocument[];
}

/**
 * Gives received documents their rows, once per Idempotency-Key: the same files under the same names are the same
 * request. `kept` is false for a repeat, whose files nobody needs.
 */
export async function storeDocuments<D>(
  ctx: DocumentOwnerCtx,
  { call, http, kind, files }: Uploaded,
  read: (ids: readonly string[]) => Promise<D>,
): Promise<{ answer: Reply<D>; kept: boolean }> {
  let kept = false;
  const input = { kind, files: files.map(({ name, uploadSha256 }) => [name, uploadSha256]) };
  const answer = await idempotent(
    ctx,
    { call, input, http },
    {
      make: async (tx) => {
        kept = true;
        return { id: (await keepDocuments(tx, { kind, files })).join(' ') };
      },
      read: (_reader, made) => read(made.split(' ')),
    },
  );
  return { answer, kept };
}
