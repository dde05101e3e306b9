/**
 * Nested entries that have no language, such as prices, are the very same objects in a world's documents of
 * every language: their columns are built for the first language and shared by the others.
 */
import type { Mapping, ObjectSpec } from '../mapping/mapping';
import { Scope } from './scope';

interface Built {
  /** The value of each document, in their order; nothing for one without. */
  values: readonly unknown[];
  scope: Scope;
}

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  for (let doc = 0; doc < left.length; doc++) if (left[doc] !== right[doc]) return false;
  return true;
}

/** Texts are read by the analyzers of a language, and entries that count for their document are not apart. */
function mayShare(spec: ObjectSpec): boolean {
  const plain = [...spec.children.values()].every(
    (child) =>
      child.kind === 'field' &&
      child.type !== 'text' &&
      child.copyTo.length === 0 &&
      child.subFields.length === 0,
  );
  return spec.nested && !spec.includeInRoot && !spec.dynamic && plain && !spec.path.includes('.');
}

export class SharedEntries {
  private readonly built = new Map<string, Built>();

  paths(mapping: Mapping): ObjectSpec[] {
    return [...mapping.objects.values()].filter(mayShare);
  }

  find(path: string, values: readonly unknown[], mapping: Mapping): Scope | null {
    const known = this.built.get(path);
    if (!known || !isSame(known.values, values)) return null;
    const { size, columns, parents, firstChild } = known.scope;
    return new Scope(path, size, mapping, columns, parents, firstChild, new Map());
  }

  keep(path: string, values: readonly unknown[], scope: Scope): void {
    this.built.set(path, { values, scope });
  }
}
