/** Compiles `mappings` and `settings` JSON into a `Mapping`; also adds fields that `dynamic` permits. */
import { compileAnalysis, type Analysis, type Analyzer } from '../analysis/analyzers';
import { illegalArgument } from '../errors';
import { isObject, stringsOf, type JsonObject, textOf } from '../json';
import {
  Mapping,
  type DynamicTemplate,
  type FieldSpec,
  type FieldType,
  type ObjectSpec,
} from './mapping';

const TYPES: Readonly<Record<string, FieldType>> = {
  keyword: 'keyword',
  text: 'text',
  long: 'long',
  integer: 'integer',
  double: 'double',
  float: 'float',
  boolean: 'boolean',
  date: 'date',
  date_range: 'date_range',
  flattened: 'flattened',
  dense_vector: 'dense_vector',
};

type Register = Pick<Mapping, 'fields' | 'objects' | 'analysis'>;

function namedAnalyzer(json: JsonObject, key: string, analysis: Analysis): Analyzer | null {
  const name = json[key];
  return typeof name === 'string' ? analysis.analyzer(name) : null;
}

function prefixesOf(json: JsonObject): FieldSpec['prefixes'] {
  const options = json['index_prefixes'];
  if (!isObject(options)) return null;
  return { min: Number(options['min_chars'] ?? 2), max: Number(options['max_chars'] ?? 5) };
}

function compileField(path: string, json: JsonObject, register: Register): FieldSpec {
  const type = TYPES[String(json['type'])];
  if (!type) {
    throw illegalArgument(
      `No handler for type [${String(json['type'])}] declared on field [${path}]`,
    );
  }
  const analyzer =
    type === 'text'
      ? (namedAnalyzer(json, 'analyzer', register.analysis) ??
        register.analysis.analyzer('standard'))
      : null;
  const normalizer = json['normalizer'];
  const subFields = json['fields'];
  const field: FieldSpec = {
    kind: 'field',
    path,
    number: register.fields.size,
    type,
    dormant: json['index'] === false && json['doc_values'] === false,
    analyzer,
    searchAnalyzer: namedAnalyzer(json, 'search_analyzer', register.analysis) ?? analyzer,
    normalizer: typeof normalizer === 'string' ? register.analysis.normalizer(normalizer) : null,
    ignoreAbove: Number(json['ignore_above'] ?? Number.MAX_SAFE_INTEGER),
    prefixes: prefixesOf(json),
    copyTo: stringsOf(json['copy_to']),
    dims: Number(json['dims'] ?? 0),
    subFields: [],
  };
  register.fields.set(path, field);
  if (isObject(subFields)) {
    field.subFields = Object.entries(subFields).map(([name, sub]) =>
      compileField(`${path}.${name}`, isObject(sub) ? sub : {}, register),
    );
  }
  return field;
}

function compileObject(
  path: string,
  json: JsonObject,
  inherited: boolean,
  register: Register,
): ObjectSpec {
  const properties: Record<string, unknown> = {};
  const declared = json['properties'];
  if (isObject(declared)) Object.assign(properties, declared);
  const dynamic = json['dynamic'];
  const spec: ObjectSpec = {
    kind: 'object',
    path,
    enabled: json['enabled'] !== false,
    nested: json['type'] === 'nested',
    includeInRoot: json['include_in_root'] === true,
    dynamic: dynamic === undefined ? inherited : dynamic === true || dynamic === 'true',
    children: new Map(),
    properties,
  };
  if (path !== '') register.objects.set(path, spec);
  for (const [name, child] of Object.entries(properties)) {
    addChild(spec, name, isObject(child) ? child : {}, register);
  }
  return spec;
}

function isObjectType(json: JsonObject): boolean {
  return json['type'] === undefined || json['type'] === 'object' || json['type'] === 'nested';
}

function addChild(
  parent: ObjectSpec,
  name: string,
  json: JsonObject,
  register: Register,
): FieldSpec | ObjectSpec {
  const path = parent.path === '' ? name : `${parent.path}.${name}`;
  const child = isObjectType(json)
    ? compileObject(path, json, parent.dynamic, register)
    : compileField(path, json, register);
  parent.children.set(name, child);
  if (child.kind === 'object' && child.properties !== json['properties']) {
    parent.properties[name] = {
      ...json,
      ...(child.enabled ? { properties: child.properties } : {}),
    };
  }
  return child;
}

function templatesOf(json: JsonObject): DynamicTemplate[] {
  const listed = json['dynamic_templates'];
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((entry: unknown) =>
    (isObject(entry) ? Object.values(entry) : []).flatMap((template) => {
      if (!isObject(template) || !isObject(template['mapping'])) return [];
      const pattern = textOf(template['path_match'] ?? '*').replace(/[.]/g, '\\.');
      return [
        {
          pathMatch: new RegExp(`^${pattern.replaceAll('*', '.*')}$`),
          mapping: template['mapping'],
        },
      ];
    }),
  );
}

export function compileMapping(settings: JsonObject, mappings: JsonObject): Mapping {
  const analysis = compileAnalysis(settings);
  const register: Register = { fields: new Map(), objects: new Map(), analysis };
  const root = compileObject('', mappings, mappings['dynamic'] === undefined, register);
  return new Mapping(root, register.fields, register.objects, templatesOf(mappings), analysis, {
    ...mappings,
    properties: root.properties,
  });
}

function guessedMapping(value: unknown): JsonObject | null {
  if (isObject(value)) return { type: 'object' };
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'long' : 'float' };
  if (typeof value !== 'string') return null;
  return { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } };
}

/** Returns the field that a dynamic object creates for a new property, by a template or by a guess from the value. */
export function addDynamic(
  mapping: Mapping,
  parent: ObjectSpec,
  name: string,
  value: unknown,
): FieldSpec | ObjectSpec | null {
  const path = parent.path === '' ? name : `${parent.path}.${name}`;
  const sample: unknown = Array.isArray(value) ? value[0] : value;
  const template = isObject(sample)
    ? undefined
    : mapping.templates.find((candidate) => candidate.pathMatch.test(path));
  const json = template?.mapping ?? guessedMapping(sample);
  if (!json) return null;
  parent.properties[name] = json;
  return addChild(parent, name, json, mapping);
}
