/**
 * The stylesheet as the build takes it apart (tools/bundle/style-rules.ts): each rule with what a document
 * must contain for it to match. `used-styles.ts` picks from it the rules of one page.
 */
import { z } from 'zod';

export const styleRulesFile = 'style-rules.json';

const selector = z.object({
  text: z.string(),
  /** Tags, `.classes` and `#ids` without which the selector matches nothing; states are not among them. */
  needs: z.array(z.string()),
  /** Its `data-` attributes, which a script may set: asked for only of what is painted before any script runs. */
  data: z.array(z.string()),
});

export const styleRulesSchema = z.object({
  /** Address of the whole sheet, and the hash in it. */
  address: z.string(),
  version: z.string(),
  rules: z.array(
    z.object({
      /** Openings of the at-rules around it: `@media (width<48em)`. */
      within: z.array(z.string()),
      selectors: z.array(selector),
      body: z.string(),
    }),
  ),
  /** Custom properties of `:root`, each kept only where a rule uses it. */
  properties: z.array(
    z.object({ within: z.array(z.string()), name: z.string(), value: z.string() }),
  ),
  /** Keyframes by name. */
  animations: z.array(z.object({ name: z.string(), text: z.string() })),
});
export type StyleRules = z.infer<typeof styleRulesSchema>;
