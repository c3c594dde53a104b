import IconButton from '@mui/material/IconButton';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { HomeRecord } from '#platform/lists/console-records';
import { counted } from '../components/counted';
import { listAddress } from '../components/views';
import { useStaff } from '../providers/auth-provider';
import { resources } from '../resources';
import { useText } from '../text';

/** The queues of a first visit, in this order. */
const first = ['clinics', 'deals', 'conversations'] as const;

const keyOf = (staffId: string): string => `guide-closed.${staffId}`;

/** Closed by this person in this browser; open where that cannot be stored. */
function isClosed(staffId: string): boolean {
  try {
    return localStorage.getItem(keyOf(staffId)) !== null;
  } catch {
    return false;
  }
}

function rememberClosed(staffId: string): void {
  try {
    localStorage.setItem(keyOf(staffId), 'closed');
  } catch {
    // Storage can be switched off or full; then it is closed until the page is loaded again.
  }
}

/** In the demo: what to decide first, ticked where nothing waits any more. */
export default function Guide({ record }: { record: HomeRecord }) {
  const t = useText();
  const id = useStaff()?.id ?? '';
  const [closed, setClosed] = useState(() => isClosed(id));
  if (closed) return null;
  const close = () => {
    rememberClosed(id);
    setClosed(true);
  };
  return (
    <section aria-labelledby="guide" className="panel p-5">
      <div className="mb-1 flex items-center justify-between gap-3">
        <h2 id="guide">{t('console.guide.title')}</h2>
        <IconButton onClick={close} aria-label={t('console.guide.close')}>
          <X size={18} aria-hidden />
        </IconButton>
      </div>
      <p className="measure text-ink-soft">{t('console.guide.lead')}</p>
      <ol className="mt-3 grid gap-x-6 gap-y-2 @min-[46rem]:grid-cols-3">
        {first.map((name, n) => (
          <Step key={name} name={name} n={n + 1} record={record} />
        ))}
      </ol>
    </section>
  );
}

interface StepProps {
  readonly name: (typeof first)[number];
  readonly n: number;
  readonly record: HomeRecord;
}

function Step({ name, n, record }: StepProps) {
  const t = useText();
  const queue = resources.find((resource) => resource.name === name)?.queue;
  const waiting = record.queues.find(({ id }) => id === name)?.waiting ?? 0;
  return (
    <li className="flex items-start gap-3">
      <span className="grid size-6 shrink-0 place-items-center rounded-full border border-line text-sm font-semibold text-ink-soft">
        {waiting === 0 ? <Check size={15} aria-hidden className="text-ok" /> : n}
      </span>
      <span>
        <Link to={queue ? listAddress(name, queue.view) : `/admin/${name}`} className="link">
          {t(`console.guide.${name}`)}
        </Link>
        <span className="block text-ink-soft">
          {waiting === 0
            ? t('console.guide.done')
            : t('console.home.waiting', { waiting: counted(t, waiting) })}
        </span>
      </span>
    </li>
  );
}
