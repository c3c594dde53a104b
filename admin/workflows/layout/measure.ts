/** Of the type the diagram is written in, at 100 %: wide enough for its widest usual letters. */
const letter = 6.6;
const line = 17;

interface Size {
  readonly width: number;
  readonly height: number;
}

export const lineHeight = line;

/** Room for words in lines. */
export const labelSize = (lines: readonly string[]): Size => ({
  width: Math.max(...lines.map(({ length }) => length)) * letter + 10,
  height: lines.length * line + 4,
});

/** Room for a state's name, and for the mark of the current one. */
export const stateSize = (name: string): Size => ({
  width: Math.max(84, name.length * 7.4 + 46),
  height: 36,
});
