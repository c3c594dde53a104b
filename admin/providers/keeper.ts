/** Holds what was being typed when a session ended. */
export interface Keeper {
  /** Registers a field while it is on the screen; takes what was kept for it. Answers how to let go of it. */
  watch(key: string, words: () => string): () => void;
  /** What was kept for a field that comes onto the screen. */
  kept(key: string): string | undefined;
  /** The session has ended: whatever is being typed now waits for its owner. */
  keep(): void;
  /** Somebody signed out on purpose: nothing waits any more. */
  forget(): void;
}

/** In memory only, and read once: a field that takes its words back takes them out. */
export function createKeeper(): Keeper {
  const fields = new Map<string, () => string>();
  const kept = new Map<string, string>();
  return {
    watch: (key, words) => {
      fields.set(key, words);
      kept.delete(key);
      return () => {
        if (fields.get(key) === words) fields.delete(key);
      };
    },
    kept: (key) => kept.get(key),
    keep: () => {
      for (const [key, words] of fields) if (words().trim() !== '') kept.set(key, words());
    },
    forget: () => kept.clear(),
  };
}
