import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { caseChanged, deskChanged, type DeskRecord } from '#contracts/casework';
import { useLive } from '../live';
import { useCommand } from '../use-command';
import { readQuietly } from '../../providers/quietly';

interface Desk {
  /** Null until it is known. */
  readonly desk: DeskRecord | null;
  readonly setDesk: (desk: DeskRecord) => void;
  /** Reads it again. */
  readonly again: () => void;
}

const DeskContext = createContext<Desk>({
  desk: null,
  setDesk: () => undefined,
  again: () => undefined,
});

/** What the acting person has in the console: their cases, notices, views and keys, and who works here. */
export function DeskProvider({ children }: { children: ReactNode }) {
  const [desk, setDesk] = useState<DeskRecord | null>(null);
  const again = useCallback(() => {
    void readQuietly<DeskRecord>('desk').then((read) => read && setDesk(read));
  }, []);
  useEffect(again, [again]);
  useLive((message) => {
    if (!message || message.type === deskChanged) again();
    if (message?.type === caseChanged && message.what === 'claim') again();
  });
  const value = useMemo(() => ({ desk, setDesk, again }), [desk, again]);
  return <DeskContext.Provider value={value}>{children}</DeskContext.Provider>;
}

export const useDesk = (): Desk => useContext(DeskContext);

/** Notices that are still to be read. */
export const unreadOf = (desk: DeskRecord | null): DeskRecord['notices'] =>
  desk?.notices.filter(({ readAt }) => readAt === null) ?? [];

interface DeskCommand {
  /** Whether it was taken; the person has been shown why not by then. */
  run(method: 'POST' | 'DELETE', address: string, body?: object): Promise<boolean>;
  readonly pending: boolean;
}

/** Changes something of the desk, below `/api/admin/desk`, and shows the desk as it stands then. */
export function useDeskCommand(): DeskCommand {
  const { setDesk } = useDesk();
  const { run, pending } = useCommand(({ data }) => setDesk(data!.desk as DeskRecord));
  return {
    pending,
    run: async (method, address, body) => (await run(method, `desk/${address}`, body)) !== null,
  };
}
