/**
 * The stylesheet as split by the build (tools/bundle/style-rules.ts): each rule with what a document must contain for
 * it to match. `used-styles.ts` selects the rules of one page from it.
 */
import { z } from 'zod';

export const styleRulesFile = 'style-rules.json';

const selector = z.object({
  text: z.string(),
  /** Tags, `.classes` and `#ids` without which the selector cannot match; pseudo-classes are not included. */
  needs: z.array(z.string()),
  /** `data-` attributes that a script may set; checked only for rules of the first paint, before any script runs. */
  data: z.array(z.string()),
});

export const styleRulesSchema = z.object({
  /** Address of the complete stylesheet; `version` is the hash in it. */
  address: z.string(),
  version: z.string(),
  rules: z.array(
    z.object({
      /** Openings of the enclosing at-rules: `@media (width<48em)`. */
      within: z.array(z.string()),
      selectors: z.array(selector),
      body: z.string(),
    }),
  ),
  /** Custom properties of `:root`; a page includes one only if a rule uses it. */
  properties: z.array(
    z.object({ within: z.array(z.string()), name: z.string(), value: z.string() }),
  ),
  animations: z.array(z.object({ name: z.string(), text: z.string() })),
});
export type StyleRules = z.infer<typeof styleRulesSchema>;
