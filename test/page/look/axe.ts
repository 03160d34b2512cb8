import axe from "axe-core";
import type { Page } from "playwright-core";
import { z } from "zod";

const violationsShape = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ target: z.array(z.unknown()) })) }),
);

/** Contrast takes axe longest, and `faintTexts` is stricter about it. */
const HOW = JSON.stringify({ resultTypes: ["violations"], rules: { "color-contrast": { enabled: false } } });

/** Runs axe on the page and lists each broken rule with the elements that break it. */
export async function violations(page: Page): Promise<readonly string[]> {
  // Evaluated and not added as a script: the page's own policy forbids that.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(`${axe.source}; undefined`);
  const rules = await page.evaluate(`axe.run(document, ${HOW}).then((all) => all.violations)`);
  return violationsShape
    .parse(rules)
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}
