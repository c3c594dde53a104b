import type { UploadFailure, UploadOutcome } from './send-file';

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
