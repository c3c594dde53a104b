import type { ClinicRecord } from '#contracts/clinic-onboarding';
import { StatusChip, type Tone } from '../components/status-chip';
import { useText } from '../text';

/** Complete applications, however late: the clocks run and approval is possible. */
export const waitingStages = ['review', 'reminded', 'escalated', 'breached'] as const;

/** Applications that wait for a decision, the oldest promise first. */
export const waitingClinics = {
  filter: { stage: waitingStages },
  sort: { field: 'dueAt', order: 'ASC' },
} as const;

const ofStatus: Record<ClinicRecord['status'], Tone> = {
  pending: 'info',
  approved: 'ok',
  rejected: 'danger',
  suspended: 'warn',
};
const ofStage: Record<NonNullable<ClinicRecord['stage']>, Tone> = {
  documents: 'plain',
  review: 'info',
  reminded: 'warn',
  escalated: 'warn',
  breached: 'danger',
};

/** Where an application stands: its status, and while it is pending its stage. */
export function ApplicationStatus({ record }: { record: Pick<ClinicRecord, 'status' | 'stage'> }) {
  const t = useText();
  const { status, stage } = record;
  if (status === 'pending' && stage)
    return <StatusChip tone={ofStage[stage]}>{t(`console.clinics.stage.${stage}`)}</StatusChip>;
  return <StatusChip tone={ofStatus[status]}>{t(`console.clinics.status.${status}`)}</StatusChip>;
}
