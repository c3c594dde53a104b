import { AlertDialog as Radix } from 'radix-ui';
import { useCallback, useState, type ReactNode } from 'react';
import { useText } from '#app/i18n/use-text';
import { Button } from './button';

interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The message itself: the words of an alert are its title. */
  title: string;
  description?: ReactNode;
  /** The button that acts; without it the one button only closes. */
  action?: { label: string; onSelect: () => void; danger?: boolean };
  closeLabel?: string;
}

/** Something to take note of or to decide before anything else; only its buttons and Escape close it. */
export function AlertDialog(props: AlertDialogProps) {
  const t = useText();
  const { action } = props;
  const closeLabel = props.closeLabel ?? t(action ? 'common.cancel' : 'common.ok');
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 bg-ink/50" />
        <Radix.Content
          data-dialog=""
          className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md rounded-lg border border-line bg-surface p-6 shadow-float sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2"
          {...(props.description ? {} : { 'aria-describedby': undefined })}
        >
          <Radix.Title className="text-lg font-semibold">{props.title}</Radix.Title>
          {props.description ? (
            <Radix.Description className="mt-2 text-ink-soft">
              {props.description}
            </Radix.Description>
          ) : null}
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Radix.Cancel asChild>
              <Button type="button" variant={action ? 'secondary' : 'primary'}>
                {closeLabel}
              </Button>
            </Radix.Cancel>
            {action ? (
              <Radix.Action asChild>
                <Button
                  type="button"
                  variant={action.danger ? 'danger' : 'primary'}
                  onClick={action.onSelect}
                >
                  {action.label}
                </Button>
              </Radix.Action>
            ) : null}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** `show(message)` opens an alert with these words; render `element` anywhere in the page. */
export function useAlert(): { show: (message: string) => void; element: ReactNode } {
  const [message, setMessage] = useState('');
  const [open, setOpen] = useState(false);
  const show = useCallback((words: string) => {
    setMessage(words);
    setOpen(true);
  }, []);
  return { show, element: <AlertDialog open={open} onOpenChange={setOpen} title={message} /> };
}
