/**
 * `npm run conformance -- --erp URL --token TOKEN` compares an ERP with the contract and prints a table of every call
 * that the shop makes. Only reads, unless `--customer-may-be-changed` allows writes for a test customer. Exit code 0:
 * conforms; 1: something is missing, differs or was not undone; 2: the shop cannot work with it; 64: usage; 130:
 * interrupted, after the current write was undone.
 */
import { commandLine } from '../sandbox/command-line';
import { recordOutcome } from './compatibility/rows';
import { examineErp, exitCodeOf, type Conformance } from './conformance/examine';
import { given, optionsOf, usage } from './conformance/options';
import { leftLines, reportOf } from './conformance/report';

const verdicts = ['conforms', 'works, with differences', 'the shop cannot take orders'] as const;

function outcomeOf(found: Conformance, mayWrite: boolean) {
  const absent = found.calls.filter(({ presence }) => presence === 'absent').length;
  return {
    table: 'erp' as const,
    what: `conformance, ${mayWrite ? 'with writes' : 'reads only'}`,
    result: `${verdicts[exitCodeOf(found)]}: ${absent} of ${found.calls.length} calls absent, ${found.traits.length} ${found.traits.length === 1 ? 'behaviour differs' : 'behaviours differ'}`,
  };
}

async function run(): Promise<number> {
  const { values } = commandLine(usage, { options: given });
  let options: ReturnType<typeof optionsOf>;
  try {
    options = optionsOf(values);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return 64;
  }
  const mayWrite = values['customer-may-be-changed'];
  const target = {
    base: options.erp.replace(/(?<!\/)\/*$/, '/'),
    patienceMs: options.seconds * 1_000,
    ends: AbortSignal.timeout(options.minutes * 60_000),
  };
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      console.error(
        'Interrupted: undoing the current write. Press Ctrl-C again to exit immediately.',
      );
      interrupted.abort();
    });
  const found = await examineErp(target, {
    until: interrupted.signal,
    token: options.token,
    mayWrite,
    productId: options.productId,
    listPrice: options.listPrice,
    cartSync: values['cart-sync'] ?? null,
    mode: options.mode,
  });
  if (interrupted.signal.aborted) {
    for (const line of leftLines(found)) console.error(line);
    return 130;
  }
  console.log(values.json ? JSON.stringify(found, null, 2) : reportOf(found));
  if (options.record) recordOutcome({ ...options.record, ...outcomeOf(found, mayWrite) });
  return exitCodeOf(found);
}

process.exitCode = await run();
