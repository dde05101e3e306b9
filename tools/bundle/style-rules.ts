/**
 * Splits the built stylesheet for server/http/styles: each rule with the tags, classes and ids that its selectors need.
 * Ignores attributes, states and the content of `:not()`, `:is()`, `:has()` and similar, because scripts and users
 * change what they match. So a page may get too many rules, never too few.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, {
  type AtRule,
  type ChildNode,
  type Container,
  type Declaration,
  type Rule,
} from 'postcss';
import selectorParser from 'postcss-selector-parser';
import { styleRulesFile, type StyleRules } from '../../server/http/styles/style-rules';

const sheetName = /^shop-([\w-]+)\.css$/;

/** Elements of every document, which therefore need no check. */
const everywhere = new Set(['html', 'body']);

function needsOf(selector: selectorParser.Selector): string[] {
  const needs = new Set<string>();
  for (const node of selector.nodes) {
    if (node.type === 'class') needs.add(`.${node.value}`);
    else if (node.type === 'id') needs.add(`#${node.value}`);
    else if (node.type === 'tag' && !everywhere.has(node.value))
      needs.add(node.value.toLowerCase());
  }
  return [...needs];
}

/** `data-*` attributes, which a script may set at any time. */
const dataOf = ({ nodes }: selectorParser.Selector): string[] =>
  nodes.flatMap((node) =>
    node.type === 'attribute' && node.attribute.startsWith('data-') ? [node.attribute] : [],
  );

const selectorsOf = (rule: Rule): StyleRules['rules'][number]['selectors'] =>
  selectorParser()
    .astSync(rule.selector)
    .nodes.map((selector) => ({
      text: String(selector).trim(),
      needs: needsOf(selector),
      data: dataOf(selector),
    }));

const isProperty = (node: ChildNode): node is Declaration =>
  node.type === 'decl' && node.prop.startsWith('--');

const openingOf = (rule: AtRule): string => `@${rule.name} ${rule.params}`;

const isForPrint = (opening: string): boolean => opening === '@media print';

/**
 * Rules for hover are not needed for the first paint: the browser loads the whole stylesheet as soon as a pointer
 * hovers.
 */
const isNeededAtFirst = (selector: string): boolean => !selector.includes(':hover');

/**
 * A page may be printed before the stylesheet has loaded. Every page has the print rules that hide elements; only a
 * document made for print (`PageHead`) has the other print rules.
 */
const paperNeeds = (body: string, within: readonly string[]): readonly string[] =>
  within.some(isForPrint) && !body.startsWith('display:none') ? ['.paper'] : [];

export function takeApart(css: string): Pick<StyleRules, 'rules' | 'properties' | 'animations'> {
  const found: ReturnType<typeof takeApart> = { rules: [], properties: [], animations: [] };
  function visitRule(rule: Rule, within: string[]): void {
    // Custom properties for print stay with the other print rules: no other page declares them.
    const ofRoot = rule.selector === ':root' && !within.some(isForPrint);
    const declared = rule.nodes.filter((node) => !(ofRoot && isProperty(node)));
    const body = declared.map(String).join(';');
    const more = paperNeeds(body, within);
    const selectors = selectorsOf(rule)
      .filter(({ text }) => isNeededAtFirst(text))
      .map((selector) => ({ ...selector, needs: [...selector.needs, ...more] }));
    if (declared.length > 0 && selectors.length > 0) found.rules.push({ within, selectors, body });
    if (!ofRoot) return;
    for (const { prop: name, value } of rule.nodes.filter(isProperty))
      found.properties.push({ within, name, value });
  }
  function visitAtRule(rule: AtRule, within: string[]): void {
    if (rule.name === 'keyframes')
      found.animations.push({ name: rule.params, text: rule.toString() });
    else if (rule.name === 'page' && rule.nodes)
      found.rules.push({
        within,
        selectors: [{ text: openingOf(rule).trim(), needs: ['.paper'], data: [] }],
        body: rule.nodes.map(String).join(';'),
      });
    else if (rule.nodes) visit(rule, [...within, openingOf(rule)]);
    else if (rule.name !== 'charset')
      throw new Error(`an unexpected part of a stylesheet: ${rule.toString()}`);
  }
  function visit(container: Container, within: string[]): void {
    container.each((node: ChildNode) => {
      if (node.type === 'rule') visitRule(node, within);
      else if (node.type === 'atrule') visitAtRule(node, within);
    });
  }
  visit(postcss.parse(css), []);
  return found;
}

export function writeStyleRules(clientFolder: string): void {
  const assets = join(clientFolder, 'assets');
  const name = readdirSync(assets).find((one) => sheetName.test(one));
  const version = name === undefined ? undefined : sheetName.exec(name)?.[1];
  if (name === undefined || version === undefined) throw new Error('the build has no stylesheet');
  const parts = takeApart(readFileSync(join(assets, name), 'utf8'));
  const rules: StyleRules = { address: `/assets/${name}`, version, ...parts };
  writeFileSync(join(clientFolder, styleRulesFile), JSON.stringify(rules));
}
