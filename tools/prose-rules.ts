/**
 * Rules for English text of engineers and operators: long sentences, passive voice, and words whose meaning readers
 * have to guess. Customer texts in `locales/` follow their own rules.
 */
import remarkParse from 'remark-parse';
import remarkRetext from 'remark-retext';
import retextEnglish from 'retext-english';
import retextPassive from 'retext-passive';
import { unified, type Processor } from 'unified';

/** In words. A list item or a table cell counts as one sentence. */
const longestSentence = 32;
/** Share of passive sentences in a file. */
const mostPassive = 0.35;
/** Minimum number of sentences in a file for the check of the passive share: with fewer, a share is meaningless. */
const fewestForShare = 10;

const retired: readonly (readonly [expression: RegExp, instead: string])[] = [
  [/\b(?:is|are|was|were) told\b/i, 'is reported, is displayed, is logged'],
  [/\bsays so\b/i, 'reports it'],
  [/\b(?:is|are) taken for\b/i, 'is treated as'],
  [/\bwhat is otherwise\b/i, 'changes'],
  [/\bwhat is typed\b/i, 'form input, search text, entered quantity'],
  [/\bwhat is away\b/i, 'unavailable'],
  [/\b(?:is|are|has|have) gone\b/i, 'removed, missing, unavailable'],
  [/\bgoes on\b/i, 'continues, is retried'],
  [/\bled to\b/i, 'redirected to'],
  [/\b(?:an? )?ill (?:ERP|upstream|store)\b/i, 'unavailable'],
  [/\bslips?\b/i, 'typing mistake'],
  [/\bdoings\b/i, 'actions'],
  [/\bthe papers\b/i, 'the specification, the contract'],
  [/\bstrangers?\b/i, 'an anonymous client, an attacker'],
  [/\bone that is none\b/i, 'name the thing'],
  [/\bis none\b/i, 'name the thing that is missing'],
];

const regularPassive = /\b(?:is|are|was|were|be|been|being) (?:\w+ly )?\w+ed\b/i;

interface TreeNode {
  type: string;
  value?: string;
  position?: { start: { line: number } };
  children?: TreeNode[];
}

interface ProseFault {
  line: number;
  message: string;
}

const nodesOf = (node: TreeNode, type: string): TreeNode[] => [
  ...(node.type === type ? [node] : []),
  ...(node.children ?? []).flatMap((child) => nodesOf(child, type)),
];

const textOf = (node: TreeNode): string => node.value ?? (node.children ?? []).map(textOf).join('');

const countWords = (sentence: TreeNode): number =>
  nodesOf(sentence, 'WordNode').length + nodesOf(sentence, 'SourceNode').length;

/**
 * Removes table rows, whose cells have their own check for words. Keeps empty lines, so that line numbers stay correct.
 */
const withoutTables = (text: string): string => text.replace(/^\|.*$/gm, '');
const withoutCode = (text: string): string =>
  text
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, '');

/** The parser treats a full stop after a number or a short unit as an abbreviation and joins two sentences. */
const withUnambiguousStops = (text: string): string =>
  text.replace(/(\d|\b(?:in|l|s))\. (?=[A-Z])/g, '$1x. ');

/** Plugin that collects the sentences of the text. */
function collectSentences(found: TreeNode[]) {
  return () => (tree: TreeNode) => {
    found.push(...nodesOf(tree, 'SentenceNode'));
  };
}

/** `unified` requires a compiler; nothing uses its result. */
function compileNothing(this: Processor): void {
  Object.assign(this, { Compiler: () => '' });
}

function findRetiredWords(text: string): ProseFault[] {
  return withoutCode(text)
    .split('\n')
    .flatMap((row, index) =>
      retired.flatMap(([expression, instead]) => {
        const word = expression.exec(row)?.[0];
        return word === undefined
          ? []
          : [{ line: index + 1, message: `"${word}": write ${instead}` }];
      }),
    );
}

/** All faults of one Markdown text, in rule order. */
export async function checkProse(text: string): Promise<ProseFault[]> {
  const sentences: TreeNode[] = [];
  const english = unified().use(retextEnglish).use(retextPassive).use(collectSentences(sentences));
  const { messages } = await unified()
    .use(remarkParse)
    .use(remarkRetext, english)
    .use(compileNothing)
    .process(withUnambiguousStops(withoutTables(text)));
  const long = sentences
    .filter((sentence) => countWords(sentence) > longestSentence)
    .map((sentence) => ({
      line: sentence.position?.start.line ?? 1,
      message: `a sentence of ${countWords(sentence)} words, at most ${longestSentence}`,
    }));
  // `retext-passive` detects irregular participles only.
  const regular = sentences.filter((sentence) => regularPassive.test(textOf(sentence)));
  const passive = messages.length + regular.length;
  const share = passive / Math.max(sentences.length, 1);
  const tooPassive =
    sentences.length >= fewestForShare && share > mostPassive
      ? [
          {
            line: 1,
            message: `${Math.round(share * 100)} % of the sentences are passive, at most ${mostPassive * 100} %`,
          },
        ]
      : [];
  return [...findRetiredWords(text), ...long, ...tooPassive];
}
