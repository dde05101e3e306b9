/** Decides how the search text of a list is interpreted, and what the notice above the results reports. */
import { withinSupplier } from '~/catalogue/products/supplier-scope.server';
import { folded } from '~/base/kernel/folding';
import type { PageRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { z } from 'zod';
import type { Criteria } from '../criteria';
import type { ReadText } from '../listing';
import type { Asked } from '../listing-call.server';
import { hasNearest } from '../meaning/meaning-clause.server';
import { understandWithinLimit } from '../meaning/understand-within-limit';
import {
  isNamed,
  isPercentage,
  isQuantity,
  type Facts,
  type NamedTerm,
  type QueryTerm,
  type Understood,
} from '../meaning/query-term';
import { termFilter } from '../meaning/term-clause.server';
import type { Reading } from '../query/listing-query.server';
import { wordReader, type WordReader } from '../words/reader.server';

export interface TextReading {
  reading: Reading;
  nearest: Reading | null;
  /** The parsed terms of the search text; null if it is searched as typed. */
  understood: Understood | null;
  words: WordReader;
  /** True if the search text contains unknown words; only then does the shop request spelling suggestions. */
  asksSpelling: boolean;
}

const shortestSpelt = 5;
const mostMeanings = 4;

export async function readText(page: PageRequest, criteria: Criteria): Promise<TextReading | null> {
  if (!criteria.text) return null;
  const words = await wordReader(page);
  if (criteria.isLiteral) {
    const reading: Reading = { by: 'letter' };
    return { reading, nearest: null, understood: null, words, asksSpelling: false };
  }
  const read = understandWithinLimit(criteria.text, words);
  return {
    reading: { by: 'meaning', understood: read, every: true },
    nearest: hasNearest(read) ? { by: 'meaning', understood: read, every: false } : null,
    understood: read,
    words,
    asksSpelling: read.terms.some(
      ({ isKnown, kind, typed }) =>
        !isKnown && kind === 'word' && /^\p{L}+$/u.test(typed) && typed.length >= shortestSpelt,
    ),
  };
}

const Count = z.object({ doc_count: z.number() });
const countOf = (aggregations: Readonly<Record<string, unknown>> | undefined, name: string) =>
  Count.safeParse(aggregations?.[name]).data?.doc_count ?? null;

const labelsIn = (facts: Facts | null): string[] =>
  Object.values(facts ?? {}).flatMap((labels) => [...labels]);

/** What a term means, as labels of the index; for a compound, the meanings of its parts. */
function meaningsOf(term: NamedTerm): string[] {
  const own = labelsIn(term.facts);
  const all = own.length > 0 ? own : term.parts.flatMap((part) => labelsIn(part.facts));
  return [...new Set(all)];
}

/** Terms that add products by their meaning, each with that meaning, for the notice. Terms that only rank add none. */
function widenedBy({ terms }: Understood): { typed: string; means: string[] }[] {
  const demanded = terms.filter(({ isDemanded }) => isDemanded);
  return (demanded.length > 0 ? demanded : terms).flatMap((term) => {
    if (!isNamed(term) || term.kind === 'animal') return [];
    const means = meaningsOf(term).filter((label) => folded(label) !== term.typed);
    return means.length > 0 ? [{ typed: term.typed, means: means.slice(0, mostMeanings) }] : [];
  });
}

/** A measure with its punctuation, which the words of `0,5 mg/kg` have lost. */
const measureText = (term: QueryTerm): string =>
  isQuantity(term) && term.written !== '' ? term.written : term.typed;

/** Counts the hits of each word alone; requested only if all words together find nothing. */
async function countAlone(
  page: PageRequest,
  { terms, inNames: text }: Understood,
): Promise<ReadText['alone']> {
  if (terms.length < 2) return [];
  const { search, log } = page.context;
  try {
    const answer = await search.search(
      page.locale,
      {
        index: 'products',
        operation: 'words alone',
        body: withinSupplier(page, {
          size: 0,
          timeout: '800ms',
          track_total_hits: false,
          aggs: Object.fromEntries(
            terms.map((term, at) => [`word${at}`, { filter: termFilter(term) }]),
          ),
        }),
      },
      { timeoutMs: 1_200, signal: page.request.signal, text },
    );
    return terms.map(({ typed }, at) => ({
      typed,
      count: countOf(answer.aggregations, `word${at}`) ?? 0,
    }));
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    log.warn({ event: 'search.no_help', reason: error.reason }, 'words could not be counted alone');
    return [];
  }
}

export async function readTextShown(
  page: PageRequest,
  { understood }: TextReading,
  asked: Asked,
  total: number,
): Promise<ReadText | null> {
  if (!understood) return null;
  const isBeyond = (countOf(asked.facets?.aggregations, 'beyond') ?? 0) > 0;
  return {
    widened: isBeyond || total === 0 ? widenedBy(understood) : [],
    corrected: understood.corrected,
    dropped: understood.dropped,
    negated: understood.negated,
    doses: understood.terms.filter((term) => isQuantity(term) && term.isDose).map(measureText),
    isNearest: asked.isNearest,
    leftOut: asked.isNearest
      ? understood.terms.flatMap((term, at) =>
          term.isDemanded && countOf(asked.facets?.aggregations, `term${at}`) === 0
            ? [measureText(term)]
            : [],
        )
      : [],
    hasLiteral:
      isBeyond &&
      !understood.terms.some(isPercentage) &&
      (countOf(asked.facets?.aggregations, 'literal') ?? 0) > 0,
    alone: total === 0 && !asked.hits.withheld ? await countAlone(page, understood) : [],
  };
}
