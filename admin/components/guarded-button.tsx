import Button, { type ButtonProps } from '@mui/material/Button';
import { useId } from 'react';

interface GuardedButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Why it cannot be pressed now, as a whole sentence; false when it can. */
  readonly blocked: string | false;
  /** What was pressed is on its way. */
  readonly pending?: boolean;
}

/** A button of the console that says beside itself why it cannot be pressed yet. */
export function GuardedButton({ blocked, pending = false, ...rest }: GuardedButtonProps) {
  const id = useId();
  const says = blocked !== false && !pending;
  return (
    <>
      <Button
        {...rest}
        disabled={pending || blocked !== false}
        aria-describedby={says ? id : undefined}
      />
      {says ? (
        <span id={id} className="self-center text-ink-soft">
          {blocked}
        </span>
      ) : null}
    </>
  );
}
