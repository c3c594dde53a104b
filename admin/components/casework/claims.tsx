import { Hand } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { caseChanged, isClaimKind, type ListedClaim } from '#contracts/casework';
import { StaffName } from '../actor-name';
import { useLive } from '../live';
import { useStaff } from '../../providers/auth-provider';
import { readQuietly } from '../../providers/quietly';
import { useText } from '../../text';
import { clockTime } from './names';
import { useClaim } from './open-case';

type Claims = ReadonlyMap<string, ListedClaim>;
const none: Claims = new Map();

/** Who has taken which of the cases of a list: one question for all of them, again when a claim of this kind changes. */
export function useClaims(kind: string, ids: readonly string[]): Claims {
  const [claims, setClaims] = useState<Claims>(none);
  const asked = isClaimKind(kind) ? ids.join(',') : '';
  const load = useCallback(() => {
    if (asked === '') return;
    const query = new URLSearchParams({ kind, ids: asked });
    void readQuietly<{ data: { claims: ListedClaim[] } }>(`claims?${query}`).then((answer) => {
      if (answer) setClaims(new Map(answer.data.claims.map((one) => [one.caseId, one])));
    });
  }, [kind, asked]);
  useEffect(load, [load]);
  useLive((message) => {
    const { type, kind: changed, what } = message ?? { type: null };
    if (type === null || (type === caseChanged && changed === kind && what === 'claim')) load();
  });
  return claims;
}

/** Whether a colleague has it: whoever looks for work goes on to the next one. */
export function useTakenByOthers(kind: string, ids: readonly string[]): (id: string) => boolean {
  const me = useStaff();
  const claims = useClaims(kind, ids);
  return (id) => {
    const claim = claims.get(id);
    return claim !== undefined && claim.staffId !== me?.id && Date.parse(claim.until) > Date.now();
  };
}

/** In a list: who has taken a case, and until when. */
export function ClaimMark({ claim: given }: { claim: ListedClaim | undefined }) {
  const t = useText();
  const me = useStaff();
  const claim = useClaim(given ?? null);
  if (!claim) return null;
  const time = clockTime(claim.until);
  return (
    <span className="flex items-center gap-1 text-ink-soft">
      <Hand size={13} aria-hidden className="shrink-0" />
      {claim.staffId === me?.id ? (
        t('console.casework.yours', { time })
      ) : (
        <span>
          <StaffName id={claim.staffId} /> {t('console.casework.until', { time })}
        </span>
      )}
    </span>
  );
}
