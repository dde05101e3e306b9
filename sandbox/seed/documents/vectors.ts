/**
 * Vectors for "similar products": 64 numbers for the characteristics and 384 for the description, both by feature
 * hashing, normalised to length 1. Omits the field instead of sending a zero vector.
 */
import type { Group } from '../catalogue/catalogue';
import type { Profile } from '../catalogue/product';
import { hash32 } from '../random';
import { fold } from '../words/text';

const CHARACTERISTICS = 64;
const DESCRIPTION = 384;

function spread(features: ReadonlyMap<string, number>, size: number): number[] | null {
  const vector = new Float64Array(size);
  for (const [feature, weight] of features) {
    const hash = hash32(feature);
    // Each feature uses two positions, one with a sign, so that hash collisions do not look like similarity.
    const first = hash % size;
    const second = (hash >>> 12) % size;
    vector[first] = (vector[first] ?? 0) + weight;
    vector[second] = (vector[second] ?? 0) + (hash & 1 ? weight : -weight) / 2;
  }
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares === 0) return null;
  const scale = 10_000 / Math.sqrt(squares);
  const rounded = new Array<number>(size);
  for (let at = 0; at < size; at++) rounded[at] = Math.round((vector[at] ?? 0) * scale) / 10_000;
  return rounded;
}

export function characteristicsVector(group: Group, profile: Profile): number[] | null {
  const features = new Map<string, number>();
  const add = (kind: string, values: readonly string[], weight: number) => {
    for (const value of values) features.set(`${kind}:${value}`, weight / Math.sqrt(values.length));
  };
  add('group', [group.group], 1.2);
  add('source', [group.source], 0.9);
  add('substance', group.substances, 1);
  add('form', group.form ? [group.form] : [], 0.7);
  add('species', profile.species, 0.8);
  add('indication', profile.indications, 0.8);
  add('age', profile.ages, 0.3);
  add('size', profile.sizes, 0.3);
  add('family', [group.family], 0.4);
  return spread(features, CHARACTERISTICS);
}

export function descriptionVector(words: string): number[] | null {
  const features = new Map<string, number>();
  for (const [word] of fold(words.replace(/<[^<>]*>/g, ' ')).matchAll(/[a-z]{4,}/g)) {
    features.set(word, (features.get(word) ?? 0) + 1);
  }
  for (const [word, count] of features) features.set(word, Math.sqrt(count));
  return spread(features, DESCRIPTION);
}
