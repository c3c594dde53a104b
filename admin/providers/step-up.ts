/** Who shows the question for a fresh second factor: called with what to call once it is answered. */
type Asker = (done: (proven: boolean) => void) => void;

export interface StepUp {
  /** Asks the person; acts that ask at the same time share one question. */
  prove(): Promise<boolean>;
  /** The dialog says that it is there; the answer takes it away again. */
  shownBy(asker: Asker): () => void;
}

/** Joins the calls that need a fresh second factor with the dialog that asks for it. */
export function createStepUp(): StepUp {
  let asker: Asker | null = null;
  let asking: Promise<boolean> | null = null;
  return {
    prove() {
      if (!asker) return Promise.resolve(false);
      const show = asker;
      asking ??= new Promise<boolean>((resolve) => show(resolve)).finally(() => (asking = null));
      return asking;
    },
    shownBy(next) {
      asker = next;
      return () => {
        if (asker === next) asker = null;
      };
    },
  };
}
