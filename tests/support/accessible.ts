/** What axe finds wrong with a page (SHELL-07), as `address rule: the first element`. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * `colours: false` leaves contrast out, the dearest rule by far: a language changes the words of a page, not its
 * colours. The shop has no frames, for which axe would open a page of its own each time.
 */
export async function violationsOf(
  page: Page,
  { colours = true, within = 'html' }: { colours?: boolean; within?: string } = {},
): Promise<string[]> {
  // What passes is counted in thousands, and to name each of its elements costs as much as the rules.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
    .include(within)
    .withTags(tags);
  const { violations } = await (colours ? axe : axe.disableRules('color-contrast')).analyze();
  return violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html ?? ''}`);
}
