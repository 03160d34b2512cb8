import { button, element } from "../core/element.ts";
import { type Json, number, record, records, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { act } from "../core/wire.ts";
import { type Control, fileControl, selectControl, textControl } from "../forms/controls.ts";
import { offerWhileTyping } from "./suggestions.ts";

/** Numbers: Discord docs, application-commands "Application Command Option Type". */
const SUBCOMMAND = 1;
const INTEGER = 4;
const NUMBER = 10;
const ATTACHMENT = 11;

interface Usable {
  readonly name: string;
  /** An ordinary message, which is no command. */
  readonly isMessage?: boolean;
  readonly subcommand: string | undefined;
  readonly options: readonly Json[];
}

/** So that there is a picture to use a message's command on. */
const message: Usable = {
  ...{ name: "message", isMessage: true, subcommand: undefined },
  options: [
    { type: 3, name: "content", required: true, description: "say something" },
    { type: ATTACHMENT, name: "picture", isMany: true },
  ],
};

interface Field {
  readonly name: string;
  readonly control: Control;
  /** As the command takes it; undefined where it is left out. */
  read(): Promise<unknown>;
}

export interface DiscordComposer {
  /** Offers these commands, as the bot registered them. */
  offer(commands: readonly Json[]): void;
}

/** Fields made from the chosen command's own options: what is asked for first, the small ones in a row beneath. */
export function discordComposer(form: HTMLFormElement, seatNow: () => Seat, channelNow: () => string): DiscordComposer {
  const select = element("select", { "aria-label": "Command" });
  const main = element("div", { class: "row" });
  const small = element("div", { class: "row is-small" });
  const send = element("button", { type: "submit", class: "button is-primary" }, "Send");
  let usable: readonly Usable[] = [];
  let offered = "";
  let fields: readonly Field[] = [];
  form.append(main, small);

  const chosen = () => usable[Number(select.value)];

  function draw(): void {
    const options = chosen()?.options ?? [];
    fields = options.map((option) => fieldOf(option, (typed) => suggest(text(option.name), typed)));
    const required = fields.filter((_, index) => options[index]?.required === true);
    main.replaceChildren(select, ...required.map(({ control }) => control.node), send);
    const others = fields.filter((field) => !required.includes(field));
    small.replaceChildren(
      ...others.map(({ name, control }) => element("label", {}, element("span", {}, name), control.node)),
    );
    if (others.some(({ name }) => name === "image_url")) small.append(samples());
  }

  /** Addresses of the service's own sample pictures, one press away. */
  function samples(): HTMLElement {
    const put = (name: string) => () => {
      const field = fields.find((each) => each.name === "image_url")?.control.node;
      if (field instanceof HTMLInputElement) field.value = `${seatNow().state.video.url}/samples/${name}.png`;
    };
    const chip = (name: string) => button(name, { class: "chip" }, put(name));
    return element("span", { class: "hint" }, "to try: ", chip("landscape"), " ", chip("portrait"));
  }

  /** Somebody may type the whole of it: "/video a paper boat". */
  function untyped(value: string): string {
    const found = usable.findIndex(({ name, subcommand }) => !subcommand && value.startsWith(`/${name} `));
    return found >= 0 && String(found) === select.value ? value.slice((usable[found]?.name.length ?? 0) + 2) : value;
  }

  async function use({ name, subcommand, isMessage }: Usable): Promise<void> {
    const options: Record<string, unknown> = {};
    for (const field of fields) {
      const value = await field.read();
      if (value !== undefined) options[field.name] = typeof value === "string" ? untyped(value) : value;
    }
    const channelId = channelNow();
    const done = isMessage
      ? await seatNow().act("/sandbox/discord/post", { ...options, channelId })
      : await seatNow().act("/sandbox/discord/command", { name, subcommand, options, channelId });
    if (done) draw();
    main.querySelector("input")?.focus();
  }

  /** What the bot offers while somebody types. */
  async function suggest(option: string, typed: string): Promise<readonly Json[]> {
    const { name, subcommand } = chosen() ?? message;
    const done = await act("/sandbox/discord/suggest", { person: seatNow().personId, name, subcommand, option, typed });
    return done.ok ? records(record(done.body).choices) : [];
  }

  select.addEventListener("change", draw);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const command = chosen();
    if (!command || send.disabled) return;
    send.disabled = true;
    void use(command).finally(() => {
      send.disabled = false;
    });
  });

  return {
    offer(commands) {
      const fresh = JSON.stringify(commands);
      if (fresh === offered) return;
      offered = fresh;
      usable = commands
        .filter(({ type }) => type === undefined || type === 1)
        .flatMap(usableOf)
        .concat(message);
      const names = usable.map(({ name, subcommand, isMessage }) =>
        isMessage ? "a message" : `/${[name, subcommand].filter(Boolean).join(" ")}`,
      );
      select.replaceChildren(...names.map((name, value) => element("option", { value }, name)));
      const first = usable.findIndex(({ options }) => options.some(({ name }) => name === "prompt"));
      select.value = String(Math.max(0, first));
      draw();
    },
  };
}

function usableOf(command: Json): readonly Usable[] {
  const name = text(command.name);
  const options = records(command.options);
  const subcommands = options.filter(({ type }) => type === SUBCOMMAND);
  if (subcommands.length === 0) return [{ name, subcommand: undefined, options }];
  return subcommands.map((sub) => ({ name, subcommand: text(sub.name), options: records(sub.options) }));
}

function fieldOf(option: Json, suggest: (typed: string) => Promise<readonly Json[]>): Field {
  const name = text(option.name);
  const id = `discord-${name}`;
  const isRequired = option.required === true;
  if (option.type === ATTACHMENT) {
    const isMany = option.isMany === true;
    const control = fileControl({ id, isRequired, isMany, accept: "image/*" });
    return { name, control, read: async () => (isMany ? control.read() : (await control.read())[0]) };
  }
  const isNumber = option.type === INTEGER || option.type === NUMBER;
  const choices = records(option.choices).map((choice) => ({ label: text(choice.name), value: String(choice.value) }));
  const control =
    choices.length > 0
      ? selectControl({ id, isRequired, nothing: "—" }, choices)
      : textControl({
          ...{ id, isRequired, placeholder: isRequired ? `${name}: ${text(option.description)}` : "" },
          ...{ kind: isNumber ? "number" : "text", maxLength: number(option.max_length) },
        });
  control.node.setAttribute("aria-label", name);
  if (option.autocomplete === true && control.node instanceof HTMLInputElement) offerWhileTyping(control.node, suggest);
  const read = async () => {
    const value = String(control.read() ?? "");
    if (value === "") return undefined;
    return isNumber ? Number(value) : value;
  };
  return { name, control, read };
}
