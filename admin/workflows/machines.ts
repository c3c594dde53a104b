/** Resource whose records have the same ids as the instances of a machine. */
const resources: Readonly<Record<string, string>> = {
  'leads.lead': 'leads',
  'clinic-onboarding.application': 'clinics',
};

/** Machines that this build knows, for the filter. */
export const machineNames = [
  'clinic-onboarding.application',
  'leads.lead',
  'identity.otp-challenge',
] as const;

const words: Readonly<Record<string, string>> = {
  'leads.lead': 'console.workflows.machine.lead',
  'clinic-onboarding.application': 'console.workflows.machine.application',
  'identity.otp-challenge': 'console.workflows.machine.code',
};

/** Key of the name that people know a machine by; null for one that is newer than this build. */
export const machineKey = (machine: string): string | null => words[machine] ?? null;

/** The page of what an instance is about, below `/admin`; null when it has none. */
export const subjectAddress = (machine: string, id: string): string | null =>
  resources[machine] ? `/admin/${resources[machine]}/${id}/show` : null;
