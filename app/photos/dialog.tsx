import { type ReactNode, useId } from 'react';
import { Modal, panelStyle } from '../components/modal';

interface DialogProps {
  onClose: () => void;
  title: string;
  /** Buttons, the one that leads on first. */
  actions: ReactNode;
  children: ReactNode;
}

/** A modal window with a title and what can be done. */
export function Dialog({ onClose, title, actions, children }: DialogProps) {
  const id = useId();
  return (
    <Modal aria-labelledby={id} onClose={onClose} closesBeside className={panelStyle}>
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      {children}
      <div className="mt-6 flex flex-wrap gap-3">{actions}</div>
    </Modal>
  );
}
