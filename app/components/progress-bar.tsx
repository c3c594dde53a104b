interface ProgressBarProps {
  value: number;
  max: number;
  /** What goes on: the accessible name. */
  label: string;
}

/** A native progress bar; its words stand beside it. */
export function ProgressBar({ value, max, label }: ProgressBarProps) {
  return (
    <progress
      value={value}
      max={max}
      aria-label={label}
      className="block h-1.5 w-full rounded-full"
    />
  );
}
