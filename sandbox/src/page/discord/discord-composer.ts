import { acceptOf, openTray } from "../chat/attachments.ts";
import { type Offer, offerList } from "../chat/offer-list.ts";
import type { Channel } from "../chat/timeline-view.ts";
import { button, element, iconButton } from "../core/element.ts";
import { type Json, record, records, text } from "../core/json.ts";
import { act, type Seat } from "../core/page-state.ts";
import { type CommandLine, commandLine } from "./command-line.ts";
import {
  type Choice,
  type LineOffer,
  type Option,
  offersFor,
  readLine,
  type Typed,
  type Usable,
  usablesOf,
} from "./commands.ts";

const PICTURES = "image/*";

export function discordComposer(form: HTMLFormElement, at: { seatNow(): Seat; channelNow(): Channel; sent(): void }) {
  const { seatNow, channelNow } = at;
  const list = offerList("discord-offers");
  const trouble = element("p", { class: "error", role: "alert" });
  const line = element("input", {
    type: "text",
    role: "combobox",
    "aria-expanded": "false",
    "aria-autocomplete": "list",
    autocomplete: "off",
    "aria-label": "Command on Discord",
  });
  const send = iconButton("Send", "send", { type: "submit", class: "send" });
  const picker = element("input", {
    type: "file",
    "aria-label": "Picture on Discord",
    accept: PICTURES,
    hidden: true,
    multiple: true,
  });
  const tray = openTray(() => {
    trouble.textContent = "";
    command?.filesChanged();
  });
  const entry = element("div", { class: "entry" }, line);
  const attach = button("+", { class: "attach", "aria-label": "Attach a picture" }, () => picker.click());
  let usables: readonly Usable[] = [];
  let offered = "";
  let command: CommandLine | undefined;

  form.append(
    list.node,
    trouble,
    element("div", { class: "box" }, tray.node, element("div", { class: "line" }, attach, entry, send)),
    picker,
  );

  function focus(): void {
    if (command) command.focus();
    else line.focus();
  }

  function take(files: readonly File[]): void {
    tray.add(files);
    focus();
  }

  function become(usable: Usable, typed: Typed): CommandLine {
    const made = commandLine(usable, typed, {
      list,
      files: tray.files,
      pickFile: () => picker.click(),
      suggest: (option, words) => suggest(usable, option, words),
      leave: writeInstead,
    });
    command = made;
    const [wanted] = usable.options.filter(({ kind }) => kind === "file");
    picker.accept = (wanted ? acceptOf(wanted.fileTypes) : PICTURES) ?? "";
    trouble.textContent = "";
    entry.replaceChildren(made.node);
    made.focus();
    return made;
  }

  function writeInstead(words: string): void {
    list.hide();
    command = undefined;
    picker.accept = PICTURES;
    trouble.textContent = "";
    entry.replaceChildren(line);
    line.value = words;
    line.focus();
    look();
  }

  async function suggest(
    { name, subcommand }: Usable,
    option: Option,
    typed: string,
  ): Promise<readonly Choice[] | undefined> {
    const asked = { person: seatNow().personId, name, subcommand, option: option.name, typed };
    const done = await act("/sandbox/discord/suggest", asked);
    if (!done.ok) return undefined;
    return records(record(done.body).choices).map((each) => ({ name: text(each.name), value: String(each.value) }));
  }

  function look(): void {
    const offers = offersFor(line.value, usables);
    if (offers.length === 0) {
      list.hide();
      return;
    }
    const isWhole = offers.some(
      (one) => one.kind === "option" || (`/${one.usable.path}` === line.value && !one.usable.options[0]?.isRequired),
    );
    const heading = offers[0]?.kind === "option" ? `Options of /${offers[0].usable.path}` : "Reelay";
    list.show(line, { heading, offers: offers.map(drawOffer), isFirstTaken: !isWhole });
  }

  function drawOffer(offer: LineOffer): Offer {
    const { usable } = offer;
    if (offer.kind === "command") {
      const names = usable.options.map((option) => option.name).join(" ");
      return {
        title: `/${usable.path}`,
        detail: usable.description,
        note: names,
        isOfApp: true,
        choose: () => void become(usable, {}),
      };
    }
    const { option, typed } = offer;
    const choose = () => void become(usable, option.kind === "file" ? typed : { ...typed, [option.name]: "" });
    return { title: option.name, detail: option.description, choose };
  }

  async function post(content: string): Promise<boolean> {
    const picture = tray.files();
    if (content.trim() === "" && picture.length === 0) return false;
    return seatNow().act("/sandbox/discord/post", { content, picture, channelId: channelNow().id });
  }

  async function use(made: CommandLine): Promise<boolean> {
    const read = made.read();
    trouble.textContent = "why" in read ? read.why : "";
    if ("why" in read) return false;
    const { name, subcommand } = made.usable;
    const { options } = read;
    return seatNow().act("/sandbox/discord/command", { name, subcommand, options, channelId: channelNow().id });
  }

  async function submit(): Promise<void> {
    list.hide();
    const read = readLine(line.value, usables);
    if (!command && read.kind === "unknown") {
      trouble.textContent = "There is no command of that name. Type / to see them all.";
      return;
    }
    const done = await (command
      ? use(command)
      : read.kind === "command"
        ? use(become(read.usable, read.typed))
        : post(line.value));
    if (!done) return;
    tray.clear();
    writeInstead("");
    at.sent();
  }

  entry.addEventListener("input", () => {
    trouble.textContent = "";
  });
  line.addEventListener("input", (event) => {
    const isSpace = event instanceof InputEvent && event.data === " ";
    const whole = isSpace && usables.find(({ path }) => line.value === `/${path} `);
    if (whole) become(whole, {});
    else look();
  });
  line.addEventListener("focus", look);
  line.addEventListener("blur", () => list.hide());
  line.addEventListener("keydown", (event) => void list.takes(event));
  picker.addEventListener("change", () => {
    take([...(picker.files ?? [])]);
    picker.value = "";
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (send.disabled) return;
    send.disabled = true;
    void submit().finally(() => {
      send.disabled = false;
    });
  });

  return {
    focus,
    offer(commands: readonly Json[], channel: Channel) {
      line.placeholder = `Message ${channel.name}`;
      const fresh = JSON.stringify(commands);
      if (fresh === offered) return;
      offered = fresh;
      usables = usablesOf(commands);
      if (document.activeElement === line) look();
    },
    type: (words: string) => {
      const read = readLine(words, usables);
      if (read.kind === "command") become(read.usable, read.typed);
      else writeInstead(words);
    },
  };
}
