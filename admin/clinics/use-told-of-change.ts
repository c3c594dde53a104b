import { useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import type { ClinicDetailRecord } from '#contracts/clinic-onboarding';
import type { Sending } from '../components/use-send';
import { useText } from '../text';

/**
 * Says politely that a colleague decided while the page was open, or that the clinic changed something; what one sends
 * oneself is not told.
 */
export function useToldOfChange(
  { status, version }: ClinicDetailRecord,
  { pending }: Sending,
): void {
  const t = useText();
  const notify = useNotify();
  const seen = useRef(status);
  const shown = useRef(version);
  const own = useRef(false);
  useEffect(() => {
    if (pending) own.current = true;
  }, [pending]);
  useEffect(() => {
    if (seen.current === status) return;
    seen.current = status;
    if (!own.current) notify(t('console.quicker'), { type: 'info', autoHideDuration: 10_000 });
    own.current = false;
  }, [status, notify, t]);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    notify(t('console.clinics.meanwhile'), { type: 'info', autoHideDuration: 10_000 });
  }, [version, notify, t]);
}
