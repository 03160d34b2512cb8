import { expect, test } from "vitest";
import { be, messages, press, strip } from "../browser/people.ts";
import { askAsCleo, setUpTeam } from "../browser/team.ts";
import { visit } from "../browser/visit.ts";

// The tour of a team has most of it on Discord.
test("a team's key is set up on Slack, a manager approves, and what was paid belongs to what was asked", async () => {
  const { page, sandbox } = await visit();
  await setUpTeam(page, "Slack");
  await askAsCleo(page, "Slack", "a paper boat in the rain");
  // Everybody reads the question, and only a manager may decide.
  await press(page, "Slack", "Approve 143 credits");
  await messages(page, "Slack", "Admins only").waitFor();
  expect(sandbox.video.ledger().tasks).toBe(0);

  await be(page, "Ben");
  await press(page, "Slack", "Approve 143 credits");
  await messages(page, "Slack", "Approved by @Ben").first().waitFor();
  await be(page, "Cleo");
  await messages(page, "Slack", "143 credits used").first().waitFor();

  // Before Ben's press and Cleo's own.
  await strip(page).getByRole("button", { name: "Earlier act" }).dblclick();
  await strip(page).getByText("Cleo on Slack: /video a paper boat in the rain").waitFor();
  await strip(page).getByText("143 credits", { exact: true }).waitFor();
  await strip(page)
    .getByText(/^video ready, after/)
    .waitFor();
});
