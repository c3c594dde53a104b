import { data, type ActionFunctionArgs } from '@remix-run/node';
import { documentKinds, type DocumentKind } from '#contracts/clinic-onboarding';
import type { DocumentOwnerCtx } from '#modules/clinic-onboarding';
import { addDocument } from '#workflows';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { formUploadBytes, readUpload, type UploadedFile } from '#platform/files/upload';
import { contextFor, type ActorFor } from '#app/http/context.server';
import { refusedInWords } from '#app/http/errors';
import { isAnswer, type PageArgs } from '#app/http/page.server';

type Owners = 'registering-clinic' | 'clinic-owner' | 'approved-owner';

/** Why a file was not taken: its name, and the words for it. */
export interface DocumentFailure {
  readonly kind: DocumentKind | null;
  readonly name: string | null;
  readonly words: string;
}

export interface DocumentReply {
  readonly intent: 'documents';
  readonly failures: readonly DocumentFailure[];
}

/** What the form says beside its files. */
interface SentWithFiles {
  readonly intent: string;
  /** Whether the terms are ticked. */
  readonly agreed: boolean;
}

interface DocumentForm<A extends Owners> {
  readonly audience: A;
  /** What follows when every file was taken; `intent` is the button. */
  readonly then: (ctx: Ctx<ActorFor[A]>, sent: SentWithFiles, page: PageArgs) => Promise<unknown>;
}

const kindOf = (field: string): DocumentKind => {
  const kind = documentKinds.find((each) => each === field);
  if (!kind) throw new AppError('malformed_upload');
  return kind;
};

/**
 * Action of a form whose files come under the names of their kinds, any number of them at once: how documents
 * travel without JavaScript. A file that is not taken costs none of the others.
 */
export const documentAction =
  <A extends Owners>({ audience, then }: DocumentForm<A>) =>
  async ({ request, params, context }: ActionFunctionArgs) => {
    const failures: DocumentFailure[] = [];
    let status = 422;
    const note = (thrown: unknown, file?: Pick<UploadedFile, 'field' | 'name'>): void => {
      const refused = refusedInWords(thrown, context);
      status = refused.status;
      const kind = documentKinds.find((each) => each === file?.field) ?? null;
      failures.push({ kind, name: file?.name ?? null, words: refused.words[0]! });
    };
    try {
      const ctx = await contextFor(context, request, audience);
      const fields = await readUpload(request, {
        dataDir: ctx.services.env.DATA_DIR,
        maxTotalBytes: formUploadBytes,
        onFile: (file) =>
          takeDocument(ctx as DocumentOwnerCtx, file).catch((error: unknown) => note(error, file)),
      });
      const page = { request, params, url: new URL(request.url), headers: new Headers() };
      const sent = { intent: String(fields.get('intent')), agreed: fields.get('terms') === 'on' };
      if (failures.length === 0) return await then(ctx, sent, page);
    } catch (thrown) {
      if (isAnswer(thrown)) throw thrown;
      note(thrown);
    }
    return data({ intent: 'documents', failures } satisfies DocumentReply, { status });
  };

const takeDocument = async (ctx: DocumentOwnerCtx, file: UploadedFile): Promise<void> => {
  const { field, name, type, bytes } = file;
  await addDocument(ctx, { kind: kindOf(field), name, type, bytes });
};
