/** Customer texts come from locales/: no text between tags or in attributes that are displayed or announced. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const views = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return views(path);
    return name.endsWith('.tsx') && !name.endsWith('.test.tsx') ? [path] : [];
  });

const readOut = new Set(['aria-label', 'alt', 'title', 'placeholder', 'label']);
const hasWord = (text: string): boolean => /\p{L}{2,}/u.test(text.replace(/&\w+;/g, ''));

/** Literal text in a view, with its line. */
export function wordsIn(source: string, name: string): string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const tell = (node: ts.Node, text: string): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${name}:${line + 1} ${text.trim()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && hasWord(node.text)) tell(node, node.text);
    if (
      ts.isJsxAttribute(node) &&
      readOut.has(node.name.getText()) &&
      node.initializer &&
      ts.isStringLiteral(node.initializer) &&
      hasWord(node.initializer.text)
    ) {
      tell(node, node.initializer.text);
    }
    if (
      ts.isJsxExpression(node) &&
      ts.isJsxElement(node.parent) &&
      node.expression &&
      ts.isStringLiteral(node.expression) &&
      hasWord(node.expression.text)
    ) {
      tell(node, node.expression.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

it('I18N-03 the check for customer texts in code finds text in a view', () => {
  const source = `const A = () => <p title="Bonjour">Salut {'toi'} <b>{t('x')}</b> · 12 €</p>;`;
  expect(wordsIn(source, 'a.tsx')).toEqual(['a.tsx:1 Bonjour', 'a.tsx:1 Salut', 'a.tsx:1 toi']);
});

it('I18N-03 no view contains customer text; all texts come from locales/', () => {
  const words = views('app').flatMap((path) => wordsIn(readFileSync(path, 'utf8'), path));
  expect(words).toEqual([]);
});

/** French puts a no-break space before such punctuation, so one text must contain both parts. */
it('I18N-03 no view joins texts with punctuation that needs a space in French', () => {
  const joined = views('app').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/join\((['"])[;:!?] ?\1\)/g)].map(([text]) => text),
  );
  expect(joined).toEqual([]);
});
