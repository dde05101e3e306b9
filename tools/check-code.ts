/**
 * Types and typed lint of the repository and its templates, in one process: the linter needs the checked program of the
 * compiler, and creating it again would take a third of the time.
 */
import { ESLint, type Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { commandOf } from '../sandbox/command-line';

const cache = 'node_modules/.cache';
/** Source files by path: the template contains most files of the repository. */
const sources = new Map<string, ts.SourceFile | undefined>();

function optionsOf(config: string, note: string): ts.ParsedCommandLine {
  const read = ts.getParsedCommandLineOfConfigFile(
    config,
    { noEmit: true, incremental: true, tsBuildInfoFile: `${cache}/tsc/${note}.tsbuildinfo` },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
      },
    },
  );
  if (!read) throw new Error(`${config} cannot be read`);
  return read;
}

function checkTypes(config: string, note: string): { program: ts.Program; faults: number } {
  const { fileNames: rootNames, options, errors } = optionsOf(config, note);
  const host = ts.createIncrementalCompilerHost(options);
  const read = host.getSourceFile;
  host.getSourceFile = (file, ...how) => {
    if (!sources.has(file)) sources.set(file, read(file, ...how));
    return sources.get(file);
  };
  const builder = ts.createIncrementalProgram({ rootNames, options, host });
  const found = ts.sortAndDeduplicateDiagnostics([
    ...errors,
    ...builder.getOptionsDiagnostics(),
    ...builder.getSyntacticDiagnostics(),
    ...builder.getGlobalDiagnostics(),
    ...builder.getSemanticDiagnostics(),
  ]);
  // Writes only the note of what has been checked.
  builder.emit();
  process.stdout.write(ts.formatDiagnosticsWithColorAndContext(found, host));
  return { program: builder.getProgram(), faults: found.length };
}

async function lint(programs: readonly ts.Program[]): Promise<number> {
  const parser: Linter.Parser = tseslint.parser;
  if (!('parseForESLint' in parser)) throw new Error('the parser cannot use a program');
  const sharing: Linter.Parser = {
    ...parser,
    parseForESLint: (code, options: object) =>
      parser.parseForESLint(code, { ...options, projectService: false, programs }),
  };
  const eslint = new ESLint({
    cache: true,
    cacheLocation: `${cache}/eslint/`,
    overrideConfig: [{ files: ['**/*.ts', '**/*.tsx'], languageOptions: { parser: sharing } }],
  });
  const results = await eslint.lintFiles(['.']);
  const { format } = await eslint.loadFormatter('stylish');
  process.stdout.write(await format(results));
  return results.reduce((sum, one) => sum + one.errorCount + one.warningCount, 0);
}

commandOf('check', {});
const checked = [
  checkTypes('tsconfig.json', 'check'),
  checkTypes('templates/tsconfig.json', 'template'),
];
const slips = await lint(checked.map(({ program }) => program));
const faults = checked.reduce((sum, one) => sum + one.faults, slips);
console.log(`types and lint: ${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;
