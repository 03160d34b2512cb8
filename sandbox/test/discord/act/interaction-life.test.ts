import { expect, test } from "vitest";
import { aBot, aWorld, button, EPHEMERAL, messageIn, refusal, row, text, V2 } from "../world.ts";

test("Discord refuses a response that arrives 3 s after the interaction, and the person sees that the app did not respond", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const asked = await bot.asked();
  world.clock.advance(3_000);
  expect(await refusal(bot.answer(asked, { type: 4, data: { content: "late" } }))).toMatchObject({
    status: 404,
    code: 10062,
  });
  expect(world.seen("unanswered")).toMatchObject([
    { personId: "ada", interactionId: asked.id, payload: { text: "The application did not respond" } },
  ]);
  expect(await refusal(world.rest.patch(bot.original(asked), { body: { content: "x" }, auth: false }))).toMatchObject({
    code: 10015,
  });
});

test("Discord accepts a response that arrives 2.9 s after the interaction", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const asked = await bot.asked();
  world.clock.advance(2_900);
  await bot.answer(asked, { type: 4, data: { content: "just in time" } });
  world.clock.advance(60_000);
  expect(world.seen("unanswered")).toEqual([]);
  expect(world.seen("answered")).toMatchObject([
    { interactionId: asked.id, payload: { ms: 2_900, body: { type: 4 } } },
  ]);
});

test("a second response to a Discord interaction gets the error “already acknowledged” (40060)", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const asked = await bot.asked();
  await bot.answer(asked, { type: 5 });
  expect(await refusal(bot.answer(asked, { type: 5 }))).toMatchObject({ status: 400, code: 40060 });
});

test("using a Discord interaction token after 15 minutes returns status 401 with code 50027", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const asked = await bot.asked();
  await bot.answer(asked, { type: 4, data: { content: "one" } });
  world.clock.advance(15 * 60_000 - 1);
  await world.rest.patch(bot.original(asked), { body: { content: "two" }, auth: false });
  world.clock.advance(1);
  const dead = { status: 401, code: 50027 };
  expect(await refusal(world.rest.patch(bot.original(asked), { body: { content: "3" }, auth: false }))).toMatchObject(
    dead,
  );
  expect(await refusal(world.rest.post(bot.webhook(asked), { body: { content: "3" }, auth: false }))).toMatchObject(
    dead,
  );
  expect(world.discord.messages("ada").map(({ content }) => content)).toEqual(["two"]);
});

test("invalidating all Discord interaction tokens in the sandbox does not affect the tokens of later interactions", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const [first, waiting] = [await bot.asked(), await bot.asked()];
  await bot.answer(first, { type: 5 });
  world.discord.killTokens();
  const later = await bot.asked();
  for (const request of [
    () => world.rest.patch(bot.original(first), { body: { content: "x" }, auth: false }),
    () => bot.answer(waiting, { type: 5 }),
  ])
    expect(await refusal(request())).toMatchObject({ status: 401, code: 50027 });
  await bot.answer(later, { type: 4, data: { content: "alive" } });
});

test("a request with an invented Discord interaction token gets the error Unknown Webhook or Unknown Interaction", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const asked = await bot.asked();
  const made = { ...asked, token: "invented" };
  expect(await refusal(world.rest.get(bot.original(made), { auth: false }))).toMatchObject({
    status: 404,
    code: 10015,
  });
  expect(await refusal(bot.answer(made, { type: 5 }))).toMatchObject({ status: 404, code: 10062 });
});

test("Discord's parameter with_response returns the message of a reply, but only the message id of a deferred reply", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const reply = await bot.answer(await bot.asked(), { type: 4, data: { content: "hi" } }, "with_response=true");
  const deferral = await bot.answer(await bot.asked(), { type: 5, data: { flags: EPHEMERAL } }, "with_response=true");
  const silent = await bot.answer(await bot.asked(), { type: 5 });
  const [hi, thinking] = world.discord.messages("ada");
  expect(reply).toMatchObject({
    interaction: { type: 2, response_message_id: hi?.id, response_message_loading: false },
    resource: { type: 4, message: { id: hi?.id, content: "hi", type: 20, interaction_metadata: { name: "ask" } } },
  });
  expect(deferral).toMatchObject({
    interaction: {
      response_message_id: thinking?.id,
      response_message_loading: true,
      response_message_ephemeral: true,
    },
  });
  expect(deferral).toHaveProperty("resource", { type: 5 });
  expect(silent).toEqual(expect.any(ArrayBuffer));
});

test("an ephemeral Discord message is visible to one person and cannot be read, edited or deleted through the channel", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const asked = await bot.asked();
  await bot.answer(asked, { type: 4, data: { content: "secret", flags: EPHEMERAL } });
  const [secret] = world.discord.messages("ada");
  expect(secret).toMatchObject({ content: "secret", ephemeralFor: "200000000000000001", flags: EPHEMERAL });
  expect(world.discord.messages("ben")).toEqual([]);
  const address = `/channels/${world.discord.channelId}/messages/${secret?.id}` as const;
  for (const request of [
    () => world.rest.get(address),
    () => world.rest.patch(address, { body: { content: "x" } }),
    () => world.rest.delete(address),
  ])
    expect(await refusal(request())).toMatchObject({ status: 404, code: 10008 });
  await world.rest.patch(bot.original(asked), { body: { content: "still mine" }, auth: false });
  expect(world.discord.messages("ada")).toMatchObject([{ content: "still mine" }]);
});

test("a deferred Discord response is ephemeral only if it was deferred with the EPHEMERAL flag", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const [hidden, open] = [await bot.asked(), await bot.asked()];
  await bot.answer(hidden, { type: 5, data: { flags: EPHEMERAL } });
  await bot.answer(open, { type: 5 });
  await world.rest.patch(bot.original(hidden), { body: { content: "hidden", flags: 0 }, auth: false });
  await world.rest.patch(bot.original(open), { body: { content: "open", flags: EPHEMERAL }, auth: false });
  expect(world.discord.messages("ben").map(({ content }) => content)).toEqual(["open"]);
});

test("Discord refuses a deferred response with any flag other than EPHEMERAL", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const asked = await bot.asked();
  expect(await refusal(bot.answer(asked, { type: 5, data: { flags: 1 << 15 } }))).toMatchObject({
    code: 50035,
    errors: { data: { flags: { _errors: [{ code: "BASE_TYPE_BAD_FLAGS" }] } } },
  });
  await bot.answer(asked, { type: 5, data: { flags: 0 } });
});

test("the first follow-up to a deferred Discord response fills the deferred message, and the second is a new message", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const asked = await bot.asked();
  await bot.answer(asked, { type: 5 });
  const [thinking] = world.discord.messages("ada");
  expect(thinking).toMatchObject({ flags: 128, content: "", interaction: { id: asked.id, name: "ask" } });
  const first = messageIn(await world.rest.post(bot.webhook(asked), { body: { content: "first" }, auth: false }));
  const second = messageIn(await world.rest.post(bot.webhook(asked), { body: { content: "second" }, auth: false }));
  expect(first.id).toBe(thinking?.id);
  expect(second.id).not.toBe(thinking?.id);
  expect(world.discord.messages("ben")).toMatchObject([
    { content: "first", flags: 0, editedAt: null },
    { content: "second", type: 19, reference: first.id },
  ]);
});

test("after a Discord button press, @original refers to the message that contains the button", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  await bot.answer(await bot.asked(), {
    type: 4,
    data: { content: "card", components: [row(button("go"), button("off", { disabled: true }))] },
  });
  const [card] = world.discord.messages("ben");
  if (!card) throw new Error("no card");
  await expect(world.discord.press("ben", card.id, "off")).rejects.toThrow("disabled");
  await expect(world.discord.press("ben", card.id, "gone")).rejects.toThrow('no button "gone"; it has go, off');
  await world.discord.press("ben", card.id, "go");
  const pressed = await bot.next();
  expect(pressed).toMatchObject({
    type: 3,
    data: { component_type: 2, custom_id: "go" },
    message: { id: card.id, content: "card", components: [{ type: 1, components: [{ custom_id: "go" }, {}] }] },
    member: { user: { id: "200000000000000002" } },
  });
  await bot.answer(pressed, { type: 6 });
  await world.rest.patch(bot.original(pressed), { body: { content: "pressed", components: [] }, auth: false });
  expect(world.discord.messages("ada")).toMatchObject([{ id: card.id, content: "pressed", components: [] }]);
});

test("a Discord button inside a container or a section can be pressed", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const section = { type: 9, components: [text("x")], accessory: button("beside") };
  const components = [{ type: 17, components: [section, row(button("inside"))] }];
  await bot.answer(await bot.asked(), { type: 4, data: { flags: V2, components } });
  const [card] = world.discord.messages("ada");
  for (const customId of ["beside", "inside"]) {
    await world.discord.press("ada", card?.id ?? "", customId);
    expect(await bot.next()).toMatchObject({ data: { custom_id: customId, id: customId === "beside" ? 4 : 6 } });
  }
});

test("selecting an option in a Discord message's menu sends the option's value to the bot", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const options = ["one", "two"].map((value) => ({ label: `Number ${value}`, value }));
  const menus = [
    row({ type: 3, custom_id: "menu", options }),
    row({ type: 3, custom_id: "off", options, disabled: true }),
  ];
  await bot.answer(await bot.asked(), {
    type: 4,
    data: { content: "choose", components: [...menus, row(button("go"))] },
  });
  const id = world.discord.messages("ada")[0]?.id ?? "";
  await expect(world.discord.press("ada", id, "menu", "three")).rejects.toThrow('no choice "three"; it has one, two');
  await expect(world.discord.press("ada", id, "off", "one")).rejects.toThrow("disabled");
  await expect(world.discord.press("ada", id, "go", "one")).rejects.toThrow('no menu "go"; it has menu, off');
  await expect(world.discord.press("ada", id, "menu")).rejects.toThrow('no button "menu"; it has go');
  await world.discord.press("ada", id, "menu", "two");
  expect(await bot.next()).toMatchObject({
    type: 3,
    data: { component_type: 3, custom_id: "menu", id: 2, values: ["two"] },
    message: { id },
  });
});

test("a person cannot press a button in another person's ephemeral Discord message", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  await bot.answer(await bot.asked(), { type: 4, data: { flags: EPHEMERAL, components: [row(button("go"))] } });
  const [card] = world.discord.messages("ada");
  await expect(world.discord.press("ben", card?.id ?? "", "go")).rejects.toThrow("no message");
  await world.discord.press("ada", card?.id ?? "", "go");
  expect(await bot.next()).toMatchObject({ type: 3, message: { flags: EPHEMERAL } });
});

test("a Discord interaction token cannot delete another interaction's message", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  const [first, second] = [await bot.asked(), await bot.asked()];
  await bot.answer(first, { type: 4, data: { content: "first" } });
  await bot.answer(second, { type: 4, data: { content: "second" } });
  const foreign = world.discord.messages("ada")[0]?.id ?? "";
  const address = `${bot.webhook(second)}/messages/${foreign}` as const;
  expect(await refusal(world.rest.delete(address, { auth: false }))).toMatchObject({ status: 404, code: 10008 });
});
