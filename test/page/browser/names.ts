import type { Page } from "playwright-core";

/** An element with one of these roles needs a name, so that a screen reader can announce it. */
const NAMED = new Set(
  `button link textbox searchbox combobox spinbutton checkbox radio switch slider listbox option tab tablist tabpanel
   menu menuitem dialog radiogroup image progressbar region Video`.split(/\s+/),
);

/** Controls, pictures and parts of the page that the browser tells a screen reader of, and has no name for. */
export async function nameless(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes
    .filter(
      ({ ignored, role, name }) => !ignored && NAMED.has(String(role?.value)) && !String(name?.value ?? "").trim(),
    )
    .map(({ role, description, properties = [] }) => {
      const about = properties.map((each) => `${each.name}=${String(each.value.value)}`);
      return [role?.value, description?.value, ...about].filter(Boolean).join(" ");
    });
}
