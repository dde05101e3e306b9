/** The whole client: custom elements that enhance forms the server has rendered. Nothing is hydrated. */
export {};
