import { useCallback, useId, useState, type ReactNode } from 'react';
import { useText } from '#app/i18n/use-text';
import { Button } from './button';
import { Modal, panelStyle } from './modal';

/** Something to take note of before anything else; only its button and Escape close it. */
function AlertDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const t = useText();
  const id = useId();
  return (
    <Modal role="alertdialog" aria-labelledby={id} onClose={onClose} className={panelStyle}>
      <h2 id={id} className="text-lg font-semibold">
        {message}
      </h2>
      <div className="mt-6 flex justify-end">
        <Button type="button" onClick={onClose}>
          {t('common.ok')}
        </Button>
      </div>
    </Modal>
  );
}

/** `show(message)` opens an alert with these words; render `element` anywhere in the page. */
export function useAlert(): { show: (message: string) => void; element: ReactNode } {
  const [message, setMessage] = useState<string | null>(null);
  const show = useCallback((words: string) => setMessage(words), []);
  const close = useCallback(() => setMessage(null), []);
  return {
    show,
    element: message === null ? null : <AlertDialog message={message} onClose={close} />,
  };
}
