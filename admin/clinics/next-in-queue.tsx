import { ArrowRight } from 'lucide-react';
import { useGetList } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import type { ClinicRecord } from '#contracts/clinic-onboarding';
import { useShortcuts } from '../components/use-shortcuts';
import { waitingClinics } from '../queues';
import { useText } from '../text';

/** The way to the application whose promise comes next, and how many wait. */
export function NextInQueue({ after }: { after: string }) {
  const t = useText();
  const navigate = useNavigate();
  const { data = [], total = 0 } = useGetList<ClinicRecord>(
    'clinics',
    {
      filter: waitingClinics.filter,
      sort: waitingClinics.sort,
      pagination: { page: 1, perPage: 2 },
    },
    { retry: false },
  );
  const next = data.find(({ id }) => id !== after);
  const address = next ? `/admin/clinics/${next.id}/show` : null;
  useShortcuts(
    address
      ? [{ key: 'n', label: t('console.keys.next_application'), run: () => navigate(address) }]
      : [],
  );
  if (!address) return null;
  return (
    <Link to={address} className="inline-flex items-center gap-1.5 text-brand hover:underline">
      {t('console.clinics.next', { count: total })}
      <ArrowRight size={15} aria-hidden />
    </Link>
  );
}
