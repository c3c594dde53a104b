import { useRouteLoaderData } from '@remix-run/react';
import type { Unread } from '#contracts/notifications';
import { type ClinicRole, mayAs } from '#platform/base/actor';
import type { Locale } from '#platform/base/locale';

/** Who is signed in in this browser, as far as a page shows it. */
export interface Viewer {
  patient: boolean;
  clinic: boolean;
  /** The clinic's dashboard is open to it. */
  approved: boolean;
  /** In the clinic's team; null without a clinic. */
  role: ClinicRole | null;
  /** What each of their accounts reads; null for who is not signed in. */
  locale: { patient: Locale | null; clinic: Locale | null };
  /** What each of them has not read yet. */
  unread: { patient: Unread | null; clinic: Unread | null };
  /** Messages that each of them has not read yet; null for who has no conversations. */
  messages: { patient: number | null; clinic: number | null };
  /** Where the patient's treatment that lies ahead has its page. */
  treatment: string | null;
  /** Signed in to the console. */
  staff: boolean;
}

export const nobody: Viewer = {
  patient: false,
  clinic: false,
  approved: false,
  role: null,
  locale: { patient: null, clinic: null },
  unread: { patient: null, clinic: null },
  messages: { patient: null, clinic: null },
  treatment: null,
  staff: false,
};

/** Who looks at the page, as the root knows it. */
export const useViewer = (): Viewer =>
  useRouteLoaderData<{ viewer: Viewer }>('root')?.viewer ?? nobody;

/** Whether the member of a clinic who looks may what this role may; what they may not is not shown. */
export const useMayAs = (least: ClinicRole): boolean => {
  const { role } = useViewer();
  return role !== null && mayAs(role, least);
};
