import { inPageLanguage } from '#app/http/page-language';

/** Why a file was not taken. */
export interface UploadFailure {
  /** The server's words; null when no answer came. */
  readonly message: string | null;
  /** It is the file itself that was refused: sending it once more would end the same way. */
  readonly final: boolean;
}

/** How an upload ended: stored, or not. */
export type UploadOutcome = { ok: true; data: unknown } | ({ ok: false } & UploadFailure);

/** Answers about the file: unreadable, too large, of another type, refused for its content. */
const finalStatuses: readonly number[] = [400, 413, 415, 422];

const unanswered = { ok: false, message: null, final: false } as const;

/** How long nothing may move; a slow line may take as long as it needs. */
const silenceMs = 120_000;

interface SendFile {
  /** Below the site's root. */
  readonly path: string;
  /** The form field of the file. */
  readonly field: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Sends one file; `onProgress` gets 0 to 1. XMLHttpRequest, because fetch does not tell progress. */
export function sendFile(
  file: File,
  { path, field, fields = {} }: SendFile,
  onProgress: (share: number) => void,
): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const began = performance.now();
    // It counts from the beginning, also where it is set again.
    const waitOn = (): void => {
      request.timeout = performance.now() - began + silenceMs;
    };
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      waitOn();
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () =>
      resolve(
        request.status === 201
          ? { ok: true, data: answerOf(request).data }
          : {
              ok: false,
              message: wordsOf(request, field),
              final: finalStatuses.includes(request.status),
            },
      );
    request.onerror = () => resolve(unanswered);
    request.ontimeout = () => resolve(unanswered);
    waitOn();
    request.open('POST', path);
    for (const [name, value] of Object.entries(inPageLanguage()))
      request.setRequestHeader(name, value);
    const form = new FormData();
    // Before the file: the server reads the form as a stream.
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append(field, file, file.name);
    request.send(form);
  });
}

interface Answer {
  message?: string;
  errors?: Record<string, string[]>;
  data?: unknown;
}

function answerOf({ responseText }: XMLHttpRequest): Answer {
  try {
    return JSON.parse(responseText) as Answer;
  } catch {
    return {};
  }
}

function wordsOf(request: XMLHttpRequest, field: string): string | null {
  const { message, errors } = answerOf(request);
  return (errors?.[field] ?? Object.values(errors ?? {}).flat()).join(' ') || (message ?? null);
}
