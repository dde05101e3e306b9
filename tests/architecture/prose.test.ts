/** The rules for English documents find long sentences, passive voice and words to retire. */
import { expect, it } from 'vitest';
import { checkProse } from '../../tools/prose-rules';

const messages = async (text: string): Promise<string[]> =>
  (await checkProse(text)).map(({ line, message }) => `${line}: ${message}`);

it('OPS-03 the prose check reports a sentence of more than 32 words with its line', async () => {
  const long = `The shop ${'writes another word '.repeat(12).trim()}.`;
  expect(await messages(`# Title\n\nThe shop renders pages.\n\n${long}`)).toEqual([
    '5: a sentence of 38 words, at most 32',
  ]);
});

it('OPS-03 the prose check reports retired words in text and tables, but not in code', async () => {
  expect(
    await messages('The customer is told.\n\n| a |\n| --- |\n| a stranger |\n\n`is told`\n'),
  ).toEqual([
    '1: "is told": write is reported, is displayed, is logged',
    '5: "stranger": write an anonymous client, an attacker',
  ]);
});

it('OPS-03 the prose check reports a text that is mostly passive', async () => {
  const passive = 'The cart is stored by the shop. '.repeat(12);
  expect(await messages(passive)).toEqual(['1: 100 % of the sentences are passive, at most 35 %']);
  expect(await messages('The shop stores the cart. '.repeat(12))).toEqual([]);
});
