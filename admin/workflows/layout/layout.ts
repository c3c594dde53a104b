import { graphlib, layout } from '@dagrejs/dagre';
import type { MachineDiagram } from '#platform/staff-records';
import { arrowsOf, staysOf, type Arrow } from './arrows';
import { labelSize, stateSize } from './measure';
import type { Area, Drawing, DrawnArrow, DrawnState, Point } from './types';

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
