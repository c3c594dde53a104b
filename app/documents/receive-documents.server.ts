import type { z } from 'zod';
import type { DocumentKind } from '#contracts/clinic-onboarding';
import {
  type DocumentOwnerCtx,
  dropDocuments,
  stashDocument,
  type StashedDocument,
} from '#modules/clinic-onboarding';
import { keepDocuments } from '#workflows';
import type { Call } from '#platform/base/call';
import { AppError, isAppError } from '#platform/base/errors';
import { apiUploadBytes, readUpload } from '#platform/files/upload';
import type { Http, Reply } from '#app/http/api.server';
import { checkInput, cleanQuery } from '#app/http/parse-input.server';
import { idempotent } from '#app/http/idempotent.server';

interface Expected<S extends z.ZodType> {
  /** The form field of the files. */
  readonly field: string;
  /** The text fields beside them. */
  readonly text: S;
}

/** What came; `use` says whether it gave the files rows. */
type Use<S extends z.ZodType, T> = (
  text: z.output<S>,
  files: readonly StashedDocument[],
) => Promise<{ readonly answer: T; readonly kept: boolean }>;

/**
 * Reads a multipart request with documents as it arrives: each file is checked and put into the store before the next
 * one is read, and `use` gives them rows at the end. Files without a row leave the store again.
 *
 * @throws AppError as `readUpload` and `stashDocument`; `validation_failed` for unfit text and without a file
 */
export async function receiveDocuments<S extends z.ZodType, T>(
  ctx: DocumentOwnerCtx,
  request: Request,
  { field, text }: Expected<S>,
  use: Use<S, T>,
): Promise<T> {
  const files: StashedDocument[] = [];
  try {
    const form = await readUpload(request, {
      dataDir: ctx.services.env.DATA_DIR,
      maxTotalBytes: apiUploadBytes,
      onFile: async ({ field: named, ...file }) => {
        if (named !== field) throw refused(named.slice(0, 50), 'error.unknown_field');
        files.push(await stashDocument(ctx, file));
      },
    });
    const fields = checkInput(text, cleanQuery(textOf(form))) as z.output<S>;
    if (files.length === 0) throw refused(field, 'documents.error.none');
    const { answer, kept } = await use(fields, files);
    if (!kept) await dropDocuments(ctx, files);
    return answer;
  } catch (error) {
    // A connection lost during COMMIT may have left rows that point at the files: then the sweep decides.
    if (isAppError(error)) await dropDocuments(ctx, files);
    throw error;
  }
}

const textOf = (form: FormData): URLSearchParams =>
  new URLSearchParams(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

const refused = (field: string, message: string): AppError =>
  new AppError('validation_failed', { fields: { [field]: [message] } });

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
