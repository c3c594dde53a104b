import { graphlib, layout } from '@dagrejs/dagre';
import type { MachineDiagram } from '#platform/lists/console-records';
import { arrowsOf, staysOf, type Arrow } from './arrows';

type Graph = InstanceType<typeof graphlib.Graph>;

const margin = 20;
const nameOf = (id: string): string => id.split('.').pop()!;
/** An arrow cannot end at a box with something in it: it ends at the box's name, which lies inside. */
const tagOf = (id: string): string => `${id}#tag`;

/**
 * Where everything of a machine's diagram is drawn. The same diagram is always drawn the same way: `current`
 * changes nothing.
 */
export function drawingOf(diagram: MachineDiagram): Drawing {
  const parents = new Set(diagram.states.map(({ parent }) => parent));
  const endOf = (id: string) => (parents.has(id) ? tagOf(id) : id);
  const arrows = arrowsOf(diagram);
  const graph = new graphlib.Graph({ compound: true, multigraph: true, directed: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 28, ranksep: 34, marginx: margin, marginy: margin });
  graph.setDefaultEdgeLabel(() => ({}));
  placeStates(graph, diagram, parents);
  for (const arrow of arrows)
    graph.setEdge(endOf(arrow.from), endOf(arrow.to), spaceOf(arrow.lines), kindOf(arrow));
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    width,
    height,
    states: diagram.states
      .map((state) => drawnState(graph, state, staysOf(diagram, state.id), parents.has(state.id)))
      .sort(outerFirst),
    arrows: arrows.map((arrow) => drawnArrow(graph, arrow, endOf)),
  };
}

const outerFirst = (a: DrawnState, b: DrawnState): number => a.depth - b.depth;

const spaceOf = (lines: readonly string[]) =>
  lines.length > 0 ? { ...labelSize(lines), labelpos: 'c' } : { width: 0, height: 0 };

/** A state may have a transition of its own to the one that it begins with. */
const kindOf = ({ initial }: Arrow): string => (initial ? 'initial' : 'transitions');

function placeStates(graph: Graph, diagram: MachineDiagram, parents: ReadonlySet<string | null>) {
  for (const { id } of diagram.states) {
    if (!parents.has(id)) graph.setNode(id, stateSize(nameOf(id), staysOf(diagram, id)));
    else {
      graph.setNode(id, {});
      graph.setNode(tagOf(id), stateSize(nameOf(id), staysOf(diagram, id)));
      graph.setParent(tagOf(id), id);
    }
  }
  for (const { id, parent } of diagram.states) if (parent !== null) graph.setParent(id, parent);
}

const sizeOf = ({ x, y, width, height }: Area): Area => ({ x, y, width, height });
const areaOf = (graph: Graph, id: string): Area => sizeOf(graph.node(id) as Area);

const drawnState = (
  graph: Graph,
  { id, current, type }: MachineDiagram['states'][number],
  stays: readonly string[],
  isBox: boolean,
): DrawnState => ({
  id,
  name: nameOf(id),
  area: areaOf(graph, id),
  current,
  final: type === 'final',
  depth: id.split('.').length - 1,
  stays,
  tag: isBox ? areaOf(graph, tagOf(id)) : null,
});

function drawnArrow(graph: Graph, arrow: Arrow, endOf: (id: string) => string): DrawnArrow {
  const { from, to, lines, initial } = arrow;
  const edge = graph.edge(endOf(from), endOf(to), kindOf(arrow)) as Area & { points: Point[] };
  return {
    key: `${from} ${to} ${initial}`,
    points: edge.points.map(({ x, y }) => ({ x, y })),
    lines,
    label: lines.length > 0 ? sizeOf(edge) : null,
    initial,
  };
}

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
const labelSize = (lines: readonly string[]): Size => ({
  width: Math.max(...lines.map(({ length }) => length)) * letter + 10,
  height: lines.length * line + 4,
});

/** Room for a state's name, for the mark of the current one, and below it for what happens inside. */
function stateSize(name: string, stays: readonly string[]): Size {
  const inside = stays.length > 0 ? labelSize(stays.map((words) => `${words}  `)).width + 10 : 0;
  return {
    width: Math.max(84, name.length * 7.4 + 46, inside),
    height: nameHeight + (stays.length > 0 ? stays.length * line + 8 : 0),
  };
}
