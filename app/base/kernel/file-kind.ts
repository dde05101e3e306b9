/** The kind of a file as people call it, `PDF` or `XLSX`: the ending of its name or address; '' where it has none. */
export function fileKind(name: string): string {
  const path = name.trim().split(/[?#]/, 1)[0] ?? '';
  // A host ends in letters after a dot, too.
  const [, last] = /^(?:https?:)?\/\/[^/]*(?:\/(.*))?$/i.exec(path) ?? [null, path];
  const [, ending] = /[^/.]\.([a-z][a-z0-9]{1,4})$/i.exec(last ?? '') ?? [];
  return ending?.toUpperCase() ?? '';
}
