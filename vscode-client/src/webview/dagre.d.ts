declare module 'cytoscape-dagre' {
  const extension: import('cytoscape').Ext;
  export default extension;
}
