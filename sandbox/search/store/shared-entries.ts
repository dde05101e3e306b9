/**
 * Nested entries without a language, such as prices, are the same objects in a world's documents of every language.
 * Their columns are built for the first language and shared by the others.
 */
import type { Mapping, ObjectSpec } from '../mapping/mapping';
import { Scope } from './scope';

interface Built {
  /** The value of each document, in document order; undefined for a document without one. */
  values: readonly unknown[];
  scope: Scope;
}

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  for (let doc = 0; doc < left.length; doc++) if (left[doc] !== right[doc]) return false;
  return true;
}

/**
 * Text fields depend on a language's analyzers, and entries with `include_in_root` also belong to the root scope, so
 * neither can be shared.
 */
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
