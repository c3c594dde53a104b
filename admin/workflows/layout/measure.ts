/** Of the type the diagram is written in, at 100 %: wide enough for its widest usual letters. */
const letter = 6.6;
const line = 17;

interface Size {
  readonly width: number;
  readonly height: number;
}

export const lineHeight = line;
/** Of a state's name. */
export const nameHeight = 36;

/** Room for words in lines. */
export const labelSize = (lines: readonly string[]): Size => ({
  width: Math.max(...lines.map(({ length }) => length)) * letter + 10,
  height: lines.length * line + 4,
});

/** Room for a state's name, for the mark of the current one, and below it for what happens inside. */
export function stateSize(name: string, stays: readonly string[]): Size {
  const inside = stays.length > 0 ? labelSize(stays.map((words) => `${words}  `)).width + 10 : 0;
  return {
    width: Math.max(84, name.length * 7.4 + 46, inside),
    height: nameHeight + (stays.length > 0 ? stays.length * line + 8 : 0),
  };
}
