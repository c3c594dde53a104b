/** One kind of work on a file of a stranger, by name; `I` and `R` travel between processes as JSON. */
export interface FileTask<I, R> {
  readonly name: string;
  /** Never there: ties the types of input and result to the name. */
  readonly types?: { readonly input: I; readonly result: R };
}

/** Where a file is worked on: one that holds up the documents holds up no picture. */
export type Pool = 'pictures' | 'documents';

export interface FileWorkOrder<I> {
  /** Whose file it is: owners take turns. */
  readonly owner: string;
  /** The folder of the file (`IncomingFile.folder`); what the task makes lies there as well. */
  readonly folder: string;
  readonly input: I;
  /** Makes the error for a file that ends the process each time it is worked on. */
  readonly refused: () => Error;
}

/** Work on files of strangers: in processes of its own, bound by decoded size and CPU, and fair among owners. */
export interface FileWork {
  /**
   * @throws AppError that the task's handler threw, what `refused` makes, or `busy` when the queue is full or too long
   */
  run<I, R>(task: FileTask<I, R>, order: FileWorkOrder<I>): Promise<R>;
  /** Ends the processes; for the end of this one. */
  close(): Promise<void>;
  /** The process, while there is one; of pictures, unless set otherwise. */
  pid(pool?: Pool): number | undefined;
}
