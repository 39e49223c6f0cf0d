// The messages between the extension and the page of a preview.

/** An entry of a catalog. */
export interface Resource {
  type: string;
  title: string | null;
  parameters: Record<string, unknown>;
  virtual: boolean;
  exported: boolean;
  /** Whether the declaration depends on an unknown condition. */
  possible: boolean;
  path: string | null;
  line: number | null;
}

export interface Edge {
  source: string;
  target: string;
  parameter?: string;
}

/** A resource, and another one that needs it. */
export interface Unmet extends Edge {
  why: string;
}

export interface Preview {
  resources: Resource[];
  containment: Edge[];
  edges: Edge[];
  /** The relationships that an agent adds by itself. */
  automatic: Edge[];
  /** What is in no order with what it needs. */
  unmet: Unmet[];
  cycles: string[][];
  partial: boolean;
  problems: { path: string; line: number; message: string; severity: string }[];
}

export interface ToPage {
  title: string;
  facts: string | null;
  catalog: Preview;
}

/** `show` opens a place beside the page, `open` goes there. */
export type FromPage = { kind: 'ready' | 'refresh' | 'facts' } | { kind: 'open' | 'show'; path: string; line: number };
