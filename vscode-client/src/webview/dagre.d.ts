/** What is used of dagre, which has no types of its own. */
declare module 'dagre' {
  interface Graph {
    setGraph(options: { rankdir: 'LR' | 'TB'; nodesep: number; ranksep: number }): void;
    setDefaultEdgeLabel(label: () => object): void;
    setNode(id: string, size: { width: number; height: number }): void;
    setEdge(from: string, to: string): void;
    graph(): { width?: number; height?: number };
    node(id: string): { x: number; y: number };
  }
  const dagre: { graphlib: { Graph: new () => Graph }; layout: (graph: Graph) => void };
  export default dagre;
}
