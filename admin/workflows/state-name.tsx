import { hasText, useText, type Text } from '../text';

interface StateNameProps {
  readonly machine: string;
  /** Dotted paths as the machine has them, with blanks between those that hold at once. */
  readonly state: string;
}

/** What a state means, in words; its own path where this build has none. */
export const stateName = (t: Text, { machine, state }: StateNameProps): string =>
  state
    .split(' ')
    .map((path) => {
      const key = `console.workflows.state_of.${machine}.${path}`;
      return hasText(key) ? t(key) : path;
    })
    .join(', ');

/** A state in words, with the machine's own path below. */
export function StateName(props: StateNameProps) {
  const t = useText();
  const name = stateName(t, props);
  return (
    <>
      {name}
      {name === props.state ? null : (
        <span className="block font-normal text-ink-soft">{props.state}</span>
      )}
    </>
  );
}
