/** Accessibility violations of a page found by axe (SHELL-07), as `address rule: the first element`. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * `colours: false` skips contrast, by far the slowest rule: a language changes texts, not colours. Legacy mode, because
 * the shop has no frames, for which axe would open a page each time.
 */
export async function violationsOf(
  page: Page,
  { colours = true, within = 'html' }: { colours?: boolean; within?: string } = {},
): Promise<string[]> {
  // Passed rules have thousands of elements, and listing them takes as long as the rules.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
    .include(within)
    .withTags(tags);
  const { violations } = await (colours ? axe : axe.disableRules('color-contrast')).analyze();
  return violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html ?? ''}`);
}
