import { expect, test } from "vitest";
import { actOf, press } from "../interactions.ts";

test.for([
  [
    "another button",
    [{ type: 17, components: [{ type: 1, components: [{ type: 2, custom_id: "delete:x" }] }] }],
    false,
  ],
  [
    "it, deep inside",
    [{ type: 17, components: [{ type: 1, components: [{ custom_id: `again:${"0".repeat(20)}` }] }] }],
    true,
  ],
  ["its name as mere text", [{ type: 10, content: `again:${"0".repeat(20)}` }], false],
  ["nothing", [], false],
] as const)("a press tells whether its message shows it: %s", ([, components, shows]) => {
  const payload = { ...press(`again:${"0".repeat(20)}`), message: { id: "5", components } };
  expect(actOf(payload)).toMatchObject({ on: { place: { messageId: "5" }, shows } });
});

test.for([
  ["show_job:1", false],
  [`show_job:${"0".repeat(20)}`, true],
] as const)("a choice tells whether the menu of its message offers it: %s", ([offered, shows]) => {
  const meaning = `show_job:${"0".repeat(20)}`;
  const menu = { type: 3, custom_id: "choose", options: [{ label: "a boat", value: offered }] };
  const message = { id: "5", components: [{ type: 1, components: [menu] }] };
  const data = { custom_id: "choose", component_type: 3, values: [meaning] };
  expect(actOf({ ...press("x"), message, data })).toMatchObject({ action: { kind: "show_job" }, on: { shows } });
});
