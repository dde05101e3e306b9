/**
 * Finds the functions of the shop that receive text of a client. It follows values through the source: from the places
 * where headers, cookies, addresses and bodies are read, through variables, callbacks and calls. It uses names and
 * declared types only, because a type checker would take longer than the measurements.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

export interface ShopFunction {
  file: string;
  name: string;
  isExported: boolean;
  isSteps: boolean;
  parameters: readonly ts.ParameterDeclaration[];
  body: ts.Node;
  /** Indexes of the parameters that receive text of a client. */
  outside: Set<number>;
}

interface Source {
  tree: ts.SourceFile;
  functions: Map<string, ShopFunction>;
  /** Imported names, each with its file and the name that the file exports. */
  imports: Map<string, readonly [file: string, name: string]>;
}

const functionOf = (node: ts.Node): ts.ArrowFunction | ts.FunctionDeclaration | null =>
  ts.isArrowFunction(node) || (ts.isFunctionDeclaration(node) && node.body) ? node : null;

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) &&
  ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

function functionsIn(file: string, tree: ts.SourceFile): Map<string, ShopFunction> {
  const found = new Map<string, ShopFunction>();
  for (const statement of tree.statements) {
    const named: (readonly [string, ts.Node | undefined])[] = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(
          ({ name, initializer }) => [name.getText(tree), initializer] as const,
        )
      : ts.isFunctionDeclaration(statement)
        ? [[statement.name?.text ?? 'default', statement] as const]
        : [];
    for (const [name, node] of named) {
      const one = node && functionOf(node);
      if (!one?.body) continue;
      found.set(name, {
        file,
        name,
        isExported: isExported(statement),
        isSteps: one.asteriskToken !== undefined,
        parameters: one.parameters,
        body: one.body,
        outside: new Set(),
      });
    }
  }
  return found;
}

const importsIn = (
  file: string,
  tree: ts.SourceFile,
  isShopFile: (file: string) => boolean,
): Source['imports'] => {
  const found: Source['imports'] = new Map();
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    const given = statement.moduleSpecifier.getText(tree).slice(1, -1);
    const path = given.startsWith('~/')
      ? join('app', given.slice(2))
      : given.startsWith('.')
        ? normalize(join(dirname(file), given))
        : null;
    const from = path && [`${path}.ts`, `${path}.tsx`].find(isShopFile);
    for (const { name, propertyName } of from ? bindings.elements : [])
      if (from) found.set(name.text, [from, (propertyName ?? name).text]);
  }
  return found;
};

/** Types whose values a client has sent. */
const outsideType = /\b(?:FormData|FormDataEntryValue|URLSearchParams|IncomingHttpHeaders)\b/;
const textType = /\b(?:string|Buffer|Uint8Array|CsvRow|ListRow|FormFields|TypedLine)\b/;
/** What a request holds of its client: `request.headers`, `request.get('host')`, `request.url`, `cookies.read(name)`. */
const requestName = /^(?:request|req|incoming|asking|cookies)$/;
const requestPart = /^(?:headers|url|originalUrl|params|query|body|cookies|ip)$/;
const requestCall = /^(?:get|header|text|json|formData|arrayBuffer|bytes|read)$/;
/** Methods of a text that return no text. */
const isNoText =
  /^(?:test|has|includes|startsWith|endsWith|indexOf|some|every|length|size|entries)$/;

const nameOf = (node: ts.Node): string =>
  ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : '';

const isRequestRead = (node: ts.Node): boolean => {
  if (ts.isPropertyAccessExpression(node))
    return requestPart.test(node.name.text) && requestName.test(nameOf(node.expression));
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    requestCall.test(node.expression.name.text) &&
    requestName.test(nameOf(node.expression.expression))
  );
};

const boundNames = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((one) => (ts.isBindingElement(one) ? boundNames(one.name) : []));

/** All functions at the top level of the shop's modules, with the parameters that receive text of a client. */
export function findShopFunctions(folders: readonly string[]): ShopFunction[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  const known = new Set(files);
  const sources = new Map(
    files.map((file): [string, Source] => {
      const text = readFileSync(file, 'utf8');
      const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
      const imports = importsIn(file, tree, (path) => known.has(path));
      return [file, { tree, imports, functions: functionsIn(file, tree) }];
    }),
  );
  const all = [...sources.values()].flatMap(({ functions }) => [...functions.values()]);
  const calledIn = (file: string, name: string): ShopFunction | undefined => {
    const source = sources.get(file);
    const [from, exported] = source?.imports.get(name) ?? [file, name];
    return sources.get(from)?.functions.get(exported);
  };
  const typeOf = ({ type }: ts.ParameterDeclaration | { type?: ts.TypeNode | undefined }): string =>
    type?.getText() ?? '';

  for (const one of all)
    for (const [at, parameter] of one.parameters.entries())
      if (outsideType.test(typeOf(parameter))) one.outside.add(at);

  const pending = new Set(all);
  /** Marks a parameter and analyses the function again. */
  const reach = (called: ShopFunction, at: number): void => {
    if (called.outside.has(at) || !called.parameters[at]) return;
    called.outside.add(at);
    pending.add(called);
  };

  function follow(one: ShopFunction): void {
    const names = new Set(
      [...one.outside].flatMap((at) => {
        const parameter = one.parameters[at];
        return parameter ? boundNames(parameter.name) : [];
      }),
    );
    let hasGrown = true;
    const add = (name: ts.BindingName): void => {
      for (const each of boundNames(name)) {
        if (names.has(each)) continue;
        names.add(each);
        hasGrown = true;
      }
    };
    const isOutside = (node: ts.Node): boolean => {
      if (isRequestRead(node)) return true;
      if (ts.isIdentifier(node)) return names.has(node.text);
      if (ts.isPropertyAccessExpression(node))
        return !isNoText.test(node.name.text) && isOutside(node.expression);
      if (ts.isElementAccessExpression(node)) return isOutside(node.expression);
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
        const { expression } = node;
        const given = [...(node.arguments ?? [])];
        if (ts.isPropertyAccessExpression(expression)) {
          if (isNoText.test(expression.name.text)) return false;
          return (
            isOutside(expression.expression) ||
            (/^(?:from|concat|decode|exec|parse)$/.test(expression.name.text) &&
              given.some(isOutside))
          );
        }
        const called = ts.isIdentifier(expression)
          ? calledIn(one.file, expression.text)
          : undefined;
        if (called)
          return (
            given.some(isOutside) &&
            textType.test((called.body.parent as ts.ArrowFunction).type?.getText() ?? 'string')
          );
        return given.some(isOutside);
      }
      if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return false;
      let found = false;
      ts.forEachChild(node, (child) => {
        found ||= isOutside(child);
      });
      return found;
    };
    const visit = (node: ts.Node): void => {
      if (ts.isVariableDeclaration(node) && node.initializer && isOutside(node.initializer))
        add(node.name);
      if (
        ts.isForOfStatement(node) &&
        isOutside(node.expression) &&
        ts.isVariableDeclarationList(node.initializer)
      )
        for (const { name } of node.initializer.declarations) add(name);
      if (
        ts.isBinaryExpression(node) &&
        /=$/.test(node.operatorToken.getText()) &&
        ts.isIdentifier(node.left) &&
        isOutside(node.right)
      )
        add(node.left);
      if (ts.isCallExpression(node)) {
        const { expression } = node;
        const receiver = ts.isPropertyAccessExpression(expression) ? expression.expression : null;
        const isOfOutside = receiver !== null && isOutside(receiver);
        const called = ts.isIdentifier(expression)
          ? calledIn(one.file, expression.text)
          : undefined;
        for (const [at, argument] of node.arguments.entries()) {
          if (called && isOutside(argument)) reach(called, at);
          if (isOfOutside && ts.isArrowFunction(argument) && argument.parameters[0])
            add(argument.parameters[0].name);
          const passed =
            isOfOutside && ts.isIdentifier(argument)
              ? calledIn(one.file, argument.text)
              : undefined;
          if (passed) reach(passed, 0);
        }
      }
      ts.forEachChild(node, visit);
    };
    while (hasGrown) {
      hasGrown = false;
      visit(one.body);
    }
  }
  for (const one of pending) {
    pending.delete(one);
    follow(one);
  }
  return all;
}
