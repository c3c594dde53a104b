import { useEffect } from 'react';
import { useText } from '#app/i18n/use-text';
import { wasRenewed } from '../offline/older-build';
import { useToast } from './toast';

/** Says when the connection goes and comes back, and that a page was loaded anew for a newer build. */
export function ConnectionNotice() {
  const t = useText();
  const toast = useToast();
  useEffect(() => {
    if (wasRenewed()) toast(t('common.connection.renewed'), 'info');
  }, [t, toast]);
  useEffect(() => {
    const gone = () => toast(t('common.connection.gone'), 'warn', 'connection');
    const back = () => toast(t('common.connection.back'), 'ok', 'connection');
    window.addEventListener('offline', gone);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', gone);
      window.removeEventListener('online', back);
    };
  }, [t, toast]);
  return null;
}
