import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';

/** One key of a page. `label` is what the help says. */
interface Shortcut {
  readonly key: string;
  readonly label: string;
  /** Runs again and again while the key is held down: what walks through a list does, an act never. */
  readonly repeats?: boolean;
  readonly run: () => void;
}

interface Registry {
  readonly shortcuts: readonly Shortcut[];
  readonly helpOpen: boolean;
  setHelpOpen(open: boolean): void;
  put(id: symbol, shortcuts: readonly Shortcut[] | null): void;
}

const RegistryContext = createContext<Registry | null>(null);

interface ShortcutsProviderProps {
  /** Its reader has switched single keys off (WCAG 2.1.4). */
  readonly off: boolean;
  readonly children: ReactNode;
}

/** Holds the keys of what is on the screen; one listener for all of them. */
export function ShortcutsProvider({ off, children }: ShortcutsProviderProps) {
  const [byPage, setByPage] = useState<ReadonlyMap<symbol, readonly Shortcut[]>>(new Map());
  const [helpOpen, setHelpOpen] = useState(false);
  // Stays the same function: it is what makes the effects of pages run once.
  const put = useCallback((id: symbol, shortcuts: readonly Shortcut[] | null) => {
    setByPage((before) => {
      const next = new Map(before);
      if (shortcuts) next.set(id, shortcuts);
      else next.delete(id);
      return next;
    });
  }, []);
  const registry = useMemo<Registry>(
    () => ({ shortcuts: [...byPage.values()].flat(), helpOpen, setHelpOpen, put }),
    [byPage, helpOpen, put],
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (off || !isFree(event)) return;
      if (event.key === '?') setHelpOpen(true);
      const found = registry.shortcuts.find(({ key }) => key === event.key);
      if (!found) return;
      event.preventDefault();
      if (!event.repeat || found.repeats) found.run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [registry, off]);
  return <RegistryContext.Provider value={registry}>{children}</RegistryContext.Provider>;
}

/** Whether the key is nobody else's: no field has it, no dialog is open, no modifier is held. */
function isFree({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false;
  if (document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]')) return false;
  const element = target as HTMLElement;
  return !element.isContentEditable && !/^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
}

export function useShortcutRegistry(): Registry {
  const registry = useContext(RegistryContext);
  if (!registry) throw new Error('ShortcutsProvider is missing');
  return registry;
}

/** Adds keys while the component is there. They run what the screen means that they are pressed on. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const { put } = useShortcutRegistry();
  const latest = useRef(shortcuts);
  // In the same turn as the screen itself: a key that comes right after it meets nothing older.
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  const names = shortcuts
    .map(({ key, label, repeats = false }) => `${key}\t${label}\t${repeats}`)
    .join('\n');
  useEffect(() => {
    const id = Symbol('page');
    const run = (key: string) => latest.current.find((each) => each.key === key)?.run();
    const entries = names === '' ? [] : names.split('\n').map((line) => line.split('\t'));
    put(
      id,
      entries.map(([key, label, repeats]) => ({
        key: key!,
        label: label!,
        repeats: repeats === 'true',
        run: () => run(key!),
      })),
    );
    return () => put(id, null);
  }, [names, put]);
}
