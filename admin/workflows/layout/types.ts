export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where something lies: its middle and its size, in pixels at 100 %. */
export interface Area extends Point {
  readonly width: number;
  readonly height: number;
}

/** A state. One that holds others is drawn around them; its `tag` carries its name and its arrows. */
export interface DrawnState {
  readonly id: string;
  /** Last part of the id. */
  readonly name: string;
  readonly area: Area;
  readonly current: boolean;
  readonly final: boolean;
  /** How many states surround it. */
  readonly depth: number;
  /** Transitions that stay where they are, one line each. */
  readonly stays: readonly string[];
  /** Where the name stands; null for states without states inside. */
  readonly tag: Area | null;
}

/** Everything that leads from one state to another: one arrow with one line of words per transition. */
export interface DrawnArrow {
  readonly key: string;
  readonly points: readonly Point[];
  readonly lines: readonly string[];
  readonly label: Area | null;
  /** From a state to the one inside it that it begins with. */
  readonly initial: boolean;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Outer ones first, so that inner ones are drawn over them. */
  readonly states: readonly DrawnState[];
  readonly arrows: readonly DrawnArrow[];
}
