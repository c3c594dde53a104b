interface ChoiceProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** One of several that can be chosen together. */
export const Choice = ({ label, checked, disabled, onChange }: ChoiceProps) => (
  <label className="inline-flex min-w-0 items-center gap-2 py-0.5">
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
      className="size-4 shrink-0 accent-brand"
    />
    <span className="min-w-0 break-words">{label}</span>
  </label>
);
