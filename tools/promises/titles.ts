/** Reads the titles of all tests from the source: the first arguments of `it`, `test` and `describe`. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface TestTitle {
  file: string;
  title: string;
}

const callees = new Set(['it', 'test', 'describe']);

/** The `it` in `it(…)`, `it.skipIf(…)(…)` and `` it.each`…`(…) ``. */
function rootOf(expression: ts.Expression): string | null {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isCallExpression(expression) || ts.isPropertyAccessExpression(expression))
    return rootOf(expression.expression);
  if (ts.isTaggedTemplateExpression(expression)) return rootOf(expression.tag);
  return null;
}

export function titlesIn(file: string, source: string): TestTitle[] {
  const titles: TestTitle[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      if (
        first !== undefined &&
        (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first)) &&
        callees.has(rootOf(node.expression) ?? '')
      )
        titles.push({ file, title: first.getText().slice(1, -1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return titles;
}

export function testTitles(folders: readonly string[]): TestTitle[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.test\.tsx?$/.test(name))
        .map((name) => join(folder, name)),
    )
    .sort()
    .flatMap((file) => titlesIn(file, readFileSync(file, 'utf8')));
}
