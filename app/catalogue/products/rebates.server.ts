/**
 * Which loyalty rules and year-end rebate programs apply to this customer today: programs from the index
 * (contract/search.md 3.21), the customer's card from the ERP (contract/erp.md 15.5), loaded at most hourly. All of it
 * is optional: without a card, after a 403, or while a service is unavailable, the two filters are not offered.
 */
import { ownerHash } from '~/base/page/owner-hash.server';
import { z } from 'zod';
import { boundedWindow } from '~/base/erp/date-window.server';
import { readDocuments } from '~/base/erp/dropped-documents.server';
import { findRecord } from '~/base/erp/calls.server';
import { holdsOn, id, list, maybe, text, timeFrame } from '~/base/erp/wire-fields.server';
import type { PageRequest } from '~/base/page/page';
import { formatsFor } from '~/base/i18n/formats';
import { dayOf, isWithin, type Day } from '~/base/kernel/day';
import { dayFrom } from '~/base/kernel/wire-date';
import { isUpstreamFailure } from '~/base/kernel/failure';

const hourMs = 3_600_000;
const minuteMs = 60_000;

export const ProgramWire = z.object({
  id,
  name: text,
  program_type: text,
  rules: list(z.object({ id, time_frame: timeFrame })),
});
type Program = z.infer<typeof ProgramWire>;

const Card = z.object({
  program: z.object({ id, date_from: z.unknown().optional(), date_to: z.unknown().optional() }),
});
const Remembered = z.object({ programId: maybe(id), until: z.number() });

export interface Rebates {
  ruleIds: readonly number[];
  rebateProgramIds: readonly number[];
  ruleNames: ReadonlyMap<number, string>;
}
const noRebates: Rebates = { ruleIds: [], rebateProgramIds: [], ruleNames: new Map() };

/** Query for the programs that apply today: a program must have a start and an end date. */
export const programsBody = (today: Day) => ({
  size: 100,
  timeout: '1500ms',
  query: {
    bool: { filter: boundedWindow(today) },
  },
  sort: [{ id: { order: 'asc' } }],
});

async function currentPrograms(page: PageRequest, today: Day): Promise<readonly Program[]> {
  const { cache, search, log } = page.context;
  return cache.get(
    `loyalty-programs:${page.locale}:${today}`,
    {
      freshMs: hourMs,
      onFault: () => log.warn({ event: 'rebates.stale' }, 'loyalty programs could not be renewed'),
    },
    async () => {
      const answer = await search.search(page.locale, {
        index: 'loyaltyPrograms',
        operation: 'loyalty programs',
        optional: true,
        body: programsBody(today),
      });
      return readDocuments(page.context, answer.hits, ProgramWire);
    },
  );
}

/** The rebate program of the customer's current card, or null. A failed ERP call is retried after a minute. */
async function askForCard(page: PageRequest, today: Day) {
  const { log } = page.context;
  try {
    const call = { path: 'loyalty/card/rfa/current', timeoutMs: 1_000 };
    const program = (await findRecord(page.context, call, Card))?.program;
    const start = dayFrom(program?.date_from);
    const end = dayFrom(program?.date_to);
    const valid = program && start && end && isWithin({ start, end }, today);
    return { programId: valid ? program.id : null, keptMs: hourMs };
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    log.warn({ event: 'rebates.no_card', reason: error.reason }, 'rebate filters are not offered');
    return { programId: null, keptMs: minuteMs };
  }
}

/** The program of the customer's card, cached in the store that all instances share. */
async function programOfCard(page: PageRequest, owner: string, today: Day): Promise<number | null> {
  const { keyValueStore, clock } = page.context;
  const now = clock.now().getTime();
  const key = `loyalty-card:${ownerHash(owner)}`;
  const stored = await keyValueStore.read(key);
  const known = Remembered.safeParse(stored ? (JSON.parse(stored.value) as unknown) : null);
  if (known.success && known.data.until > now) return known.data.programId;
  const { programId, keptMs } = await askForCard(page, today);
  await keyValueStore.write(key, JSON.stringify({ programId, until: now + keptMs }), {
    version: stored?.version ?? null,
    ttlSeconds: hourMs / 1000,
  });
  return programId;
}

/**
 * Rules have no name of their own: uses the program's name, with the period of each rule when there are several, or
 * else a number.
 */
function ruleNames(
  { context, locale, t }: PageRequest,
  program: string,
  rules: Program['rules'],
): ReadonlyMap<number, string> {
  const [only, ...others] = rules;
  if (only && others.length === 0) return new Map([[only.id, program]]);
  const { day } = formatsFor(context.site.tags[locale]);
  const shown = (bound: Day | null | undefined): string => (bound ? day(bound) : '…');
  const names = rules.map(
    ({ time_frame: frame }) => `${program}, ${shown(frame?.gte)} – ${shown(frame?.lte)}`,
  );
  return new Map(
    rules.map(({ id: rule }, position) => {
      const name = names[position] ?? program;
      const alike = names.filter((one) => one === name).length > 1;
      return [rule, alike ? t('search:rule', { name, number: position + 1 }) : name] as const;
    }),
  );
}

export async function findRebates(page: PageRequest): Promise<Rebates> {
  const { session, clock, log } = page.context;
  if (session.kind === 'guest') return noRebates;
  const today = dayOf(clock.now());
  try {
    const [programs, programId] = await Promise.all([
      currentPrograms(page, today),
      programOfCard(page, session.customer.owner, today),
    ]);
    const own = programs.find((program) => program.id === programId);
    if (!own) return noRebates;
    const rules = own.rules.filter((rule) => holdsOn(rule.time_frame, today));
    return {
      ruleIds: rules.map((rule) => rule.id),
      rebateProgramIds: [own.id],
      ruleNames: ruleNames(page, own.name ?? String(own.id), rules),
    };
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    log.warn({ event: 'rebates.unknown', reason: error.reason }, 'rebate filters are not offered');
    return noRebates;
  }
}

/** Names of today's programs by id, for customers only; empty when they are unavailable. */
export async function findLoyaltyPrograms(page: PageRequest): Promise<ReadonlyMap<number, string>> {
  const { session, clock, log } = page.context;
  if (session.kind === 'guest') return new Map();
  try {
    const programs = await currentPrograms(page, dayOf(clock.now()));
    return new Map(programs.flatMap(({ id: program, name }) => (name ? [[program, name]] : [])));
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    log.warn({ event: 'programs.unknown', reason: error.reason }, 'loyalty programs are not shown');
    return new Map();
  }
}
