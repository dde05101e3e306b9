/**
 * `npm run index -- FOLDER`: validates the documents of an ERP's exporter and loads them into Elasticsearch behind the
 * aliases that the shop reads (docs/operating/index.md). Fills all indices of a run before the first alias moves, and
 * moves all aliases in one step.
 */
import { slipOf } from '../sandbox/command-line';
import { indexBody } from '../sandbox/search/mapping/index-bodies';
import { formatSearchProduct, type SearchProduct } from '../server/upstream/search/search-product';
import { adaptIndexBody, findLoadableProduct } from './index/engine-body';
import { checkFile, documentsOf, type Checked, type Target } from './index/documents';
import { readOptions, usage, type Options } from './index/options';
import {
  discardIndex,
  fillIndex,
  makeIndex,
  planIndex,
  swapAliases,
  type Destination,
  type Owner,
  type Plan,
} from './seed-search/index-loader';
import { progressOf } from './seed-search/progress';

const done = 0;
const faulty = 1;
const failed = 2;
const wrongUsage = 64;

const faultsShown = 20;

function ownerOf({ adopt }: Options): Owner {
  return {
    mark: 'loaded_by_shop',
    replaces: ['loaded_by_shop', 'sample_world'],
    adopt,
    advice: 'with --adopt its alias is taken',
  };
}

/** Index body with the requested replicas and a mapping that this search engine accepts. */
function bodyOf(
  { index, lang }: Target,
  product: SearchProduct,
  { vectorSizes }: Checked,
  replicas: number,
) {
  const { settings, mappings } = adaptIndexBody(indexBody(index, lang), product, vectorSizes);
  return { settings: { ...settings, number_of_replicas: replicas }, mappings };
}

/** Prints the findings of one file; returns true if a document has a fault. */
function report({ file }: Target, checked: Checked, allFaults: boolean): boolean {
  const { count, faults, unread, off } = checked;
  console.log(`${file}: ${count} documents, ${faults.length} faults`);
  const most = allFaults ? faults.length : faultsShown;
  for (const fault of faults.slice(0, most)) console.log(`  ${fault}`);
  if (faults.length > most) console.log(`  … and ${faults.length - most} more (--all-faults)`);
  if (unread.length > 0) console.log(`  not read by the shop: ${unread.join(', ')}`);
  if (off.length > 0) console.log('  off in the shop, because no document has these fields:');
  for (const line of off) console.log(`    ${line}`);
  return faults.length > 0;
}

function describe({ alias, name, removed, left, replaced }: Plan): string {
  return [
    `${alias} → ${name}`,
    ...(replaced ? [`the index ${alias} will be deleted`] : []),
    ...removed.map((index) => `${index} will be deleted`),
    ...left.map((index) => `${index} remains, without the alias`),
  ].join('; ');
}

interface Job {
  target: Target;
  plan: Plan;
  checked: Checked;
}

async function load(
  to: Destination,
  product: SearchProduct,
  jobs: readonly Job[],
  options: Options,
): Promise<void> {
  const owner = ownerOf(options);
  const made: Plan[] = [];
  try {
    for (const { target, plan, checked } of jobs) {
      const body = bodyOf(target, product, checked, options.replicas);
      await makeIndex(to, plan, body, owner);
      made.push(plan);
      const index = { body, documents: documentsOf(target, checked) };
      const count = await fillIndex(to, plan, index, progressOf(plan.name));
      console.log(`${process.stdout.isTTY ? '\r' : ''}${plan.name}: ${count} documents`);
    }
    await swapAliases(to, made);
  } catch (error) {
    // Readers still use the old indices; the incomplete new ones are useless.
    for (const plan of made) await discardIndex(to, plan).catch(() => undefined);
    throw error;
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

async function run(options: Options): Promise<number> {
  for (const note of options.notes) console.log(note);
  const found: { target: Target; checked: Checked }[] = [];
  for (const slip of options.slips) console.log(slip);
  let code = options.slips.length > 0 ? faulty : done;
  for (const target of options.targets) {
    try {
      const checked = await checkFile(target);
      if (report(target, checked, options.allFaults)) code = Math.max(code, faulty);
      found.push({ target, checked });
    } catch (error) {
      console.log(messageOf(error));
      code = failed;
    }
  }
  if (code !== done) {
    console.error('index: nothing was loaded; docs/operating/index.md shows what is expected');
    return code;
  }
  const { to } = options;
  if (to === null) return done;
  const product = await findLoadableProduct(to);
  console.log(`index: ${formatSearchProduct(product)} at ${to.url}`);
  const jobs: Job[] = [];
  for (const { target, checked } of found)
    jobs.push({ target, checked, plan: await planIndex(to, target.alias, ownerOf(options)) });
  for (const { plan } of jobs) console.log(describe(plan));
  if (options.dryRun) {
    console.log('index: nothing was changed (--dry-run)');
    return done;
  }
  await load(to, product, jobs, options);
  console.log(`index: ${jobs.length} aliases moved`);
  return done;
}

async function main(): Promise<number> {
  let options: Options | 'help';
  try {
    options = readOptions(process.argv.slice(2), process.env);
  } catch (error) {
    console.error(`index: ${slipOf(error)} (see --help)`);
    return wrongUsage;
  }
  if (options === 'help') {
    console.log(usage);
    return done;
  }
  try {
    return await run(options);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
    console.error(`index: ${[messageOf(error), cause].filter(Boolean).join(': ')}`);
    return failed;
  }
}

process.exitCode = await main();
