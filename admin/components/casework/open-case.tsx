import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import {
  caseChanged,
  isClaimKind,
  lookSeconds,
  type CaseKind,
  type CaseRecord,
  type ClaimRecord,
  type DeskRecord,
} from '#contracts/casework';
import { StaffName } from '../actor-name';
import { useLive } from '../live';
import { ReasonDialog } from '../reason-dialog';
import { useStaff } from '../../providers/auth-provider';
import { readQuietly, sayQuietly } from '../../providers/quietly';
import { useText } from '../../text';
import { unreadOf, useDesk } from './desk';
import { clockTime } from './names';

interface OpenCase {
  readonly kind: CaseKind;
  readonly id: string;
  /** Whether it can be taken at all. */
  readonly claimable: boolean;
  /** Null until it is known. */
  readonly record: CaseRecord | null;
  readonly show: (record: CaseRecord) => void;
  /** Asks, while a colleague has the case, whether it is to be decided all the same; yes without a question otherwise. */
  readonly mayDecide: () => Promise<boolean>;
}

const CaseContext = createContext<OpenCase | null>(null);

/** The case whose page is open; null on pages that are none. */
export const useOpenCase = (): OpenCase | null => useContext(CaseContext);

interface CaseProviderProps {
  readonly kind: CaseKind;
  readonly id: string;
  readonly children: ReactNode;
}

/** The page of a case: who has taken it, who else looks, and a question before a colleague's case is decided. */
export function CaseProvider({ kind, id, children }: CaseProviderProps) {
  const [record, show] = useState<CaseRecord | null>(null);
  useLooking(kind, id, show);
  useNoticesRead(kind, id);
  const { question, mayDecide } = useQuestionOfClaim(useClaim(record?.claim ?? null));
  const value = useMemo(
    () => ({ kind, id, claimable: isClaimKind(kind), record, show, mayDecide }),
    [kind, id, record, mayDecide],
  );
  return (
    <CaseContext.Provider value={value}>
      {children}
      {question}
    </CaseContext.Provider>
  );
}

/** A claim while it runs: nothing says that it is over but its own end. */
export function useClaim<C extends Pick<ClaimRecord, 'until'>>(claim: C | null): C | null {
  const [over, setOver] = useState<string | null>(null);
  const until = claim?.until;
  useEffect(() => {
    if (!until) return;
    const timer = setTimeout(() => setOver(until), Math.max(0, Date.parse(until) - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return claim && claim.until !== over ? claim : null;
}

/** Says every 20 seconds that the page is open, and shows what changes. A page that cannot be seen says nothing. */
function useLooking(kind: CaseKind, id: string, show: (record: CaseRecord) => void): void {
  const address = `cases/${kind}/${id}`;
  const shown = useRef<CaseRecord | null>(null);
  const put = useCallback(
    (record: CaseRecord) => {
      shown.current = record;
      show(record);
    },
    [show],
  );
  const load = useCallback(() => {
    void readQuietly<CaseRecord>(address).then((record) => record && put(record));
  }, [address, put]);
  useEffect(() => {
    const look = async () => {
      if (document.hidden) return;
      const said = await sayQuietly<Pick<CaseRecord, 'viewers'>>(`${address}/look`, {});
      if (said && shown.current) put({ ...shown.current, ...said });
    };
    const leave = () => void sayQuietly(`${address}/look`, { away: true });
    void look().then(load);
    const timer = setInterval(() => void look(), lookSeconds * 1_000);
    const onVisible = () => (document.hidden ? leave() : void look().then(load));
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [address, load, put]);
  useLive((message) => {
    if (!message || (message.type === caseChanged && message.caseId === id)) load();
  });
}

/** Notices about a case are read once its page is open. */
function useNoticesRead(kind: CaseKind, id: string): void {
  const { desk, setDesk } = useDesk();
  const ids = unreadOf(desk)
    .filter((notice) => notice.kind === kind && notice.caseId === id)
    .map((notice) => notice.id)
    .join(',');
  useEffect(() => {
    if (ids === '') return;
    void sayQuietly<{ desk: DeskRecord }>('desk/notices', { ids: ids.split(',') }).then(
      (answer) => answer && setDesk(answer.desk),
    );
  }, [ids, setDesk]);
}

/** The question before a colleague's case is decided; asked once for each claim. */
function useQuestionOfClaim(claim: ClaimRecord | null) {
  const t = useText();
  const me = useStaff();
  const [asked, setAsked] = useState<{ answer: (yes: boolean) => void } | null>(null);
  const allowed = useRef<string | null>(null);
  const other = claim && me && claim.staffId !== me.id ? claim : null;
  const latest = useRef(other);
  useEffect(() => {
    latest.current = other;
  });
  const mayDecide = useCallback(async () => {
    const taken = latest.current;
    if (!taken || allowed.current === taken.takenAt) return true;
    const yes = await new Promise<boolean>((answer) => setAsked({ answer }));
    setAsked(null);
    if (yes) allowed.current = taken.takenAt;
    return yes;
  }, []);
  const question =
    asked && other ? (
      <ReasonDialog
        title={t('console.casework.taken_title')}
        text=""
        label={null}
        confirm={t('console.casework.decide_anyway')}
        danger
        onCancel={() => asked.answer(false)}
        onSend={() => asked.answer(true)}
      >
        <p>
          <StaffName id={other.staffId} />{' '}
          {t('console.casework.taken_text', { time: clockTime(other.until) })}
        </p>
      </ReasonDialog>
    ) : null;
  // The claim has ended while the question was open: there is nothing to ask any more.
  useEffect(() => {
    if (asked && !other) asked.answer(true);
  }, [asked, other]);
  return { question, mayDecide };
}
