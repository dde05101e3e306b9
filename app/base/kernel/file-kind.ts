/** The type of a file as people name it, `PDF` or `XLSX`: the extension of its name or address; '' when it has none. */
export function fileKind(name: string): string {
  const path = name.trim().split(/[?#]/, 1)[0] ?? '';
  // Skips the host of the address, because a host also ends in a dot and letters.
  const [, last] = /^(?:https?:)?\/\/[^/]*(?:\/(.*))?$/i.exec(path) ?? [null, path];
  const [, ending] = /[^/.]\.([a-z][a-z0-9]{1,4})$/i.exec(last ?? '') ?? [];
  return ending?.toUpperCase() ?? '';
}
