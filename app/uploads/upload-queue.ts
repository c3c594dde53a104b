import { inPageLanguage } from '#app/http/page-language';

/** One file on its way; `group` is what it belongs to on the page. */
export interface Upload<G> {
  readonly id: number;
  readonly file: File;
  readonly group: G;
  /** 0 to 1. */
  readonly progress: number;
  /** Undefined while it is on its way. */
  readonly failure?: UploadFailure;
}

export type Send<G> = (
  file: File,
  group: G,
  onProgress: (share: number) => void,
) => Promise<UploadOutcome>;

/**
 * Files that are sent one after the other. They lie in the page's memory and nowhere else in the browser: they may be
 * photos of a body. What was stored leaves the list, and is handed to `onStored` as the server answered it.
 */
export class UploadQueue<G> {
  private uploads: ReadonlyArray<Upload<G>> = [];
  private nextId = 1;
  private sent: Promise<void> = Promise.resolve();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly send: Send<G>,
    private readonly onStored: (data: unknown) => void,
  ) {}

  readonly list = (): ReadonlyArray<Upload<G>> => this.uploads;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly add = (files: readonly File[], group: G): void => {
    for (const file of files) {
      const upload = { id: this.nextId, file, group, progress: 0 };
      this.nextId += 1;
      this.become([...this.uploads, upload]);
      this.start(upload);
    }
  };

  readonly retry = (upload: Upload<G>): void => {
    this.change(upload.id, { progress: 0, failure: undefined });
    this.start(upload);
  };

  readonly drop = (id: number): void => {
    this.become(this.uploads.filter((one) => one.id !== id));
  };

  private start({ id, file, group }: Upload<G>): void {
    this.sent = this.sent.then(async () => {
      // Taken back while it waited for its turn.
      if (!this.uploads.some((one) => one.id === id)) return;
      const onProgress = (progress: number) => this.change(id, { progress });
      const outcome = await this.send(file, group, onProgress);
      if (!outcome.ok) return this.change(id, { failure: outcome });
      this.drop(id);
      this.onStored(outcome.data);
    });
  }

  private change(id: number, values: Partial<Upload<G>>): void {
    this.become(this.uploads.map((one) => (one.id === id ? { ...one, ...values } : one)));
  }

  private become(uploads: ReadonlyArray<Upload<G>>): void {
    this.uploads = uploads;
    for (const listener of this.listeners) listener();
  }
}

/** Why a file was not taken. */
interface UploadFailure {
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

/** Sends one file; `onProgress` gets 0 to 1. XMLHttpRequest, because fetch does not report progress. */
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
