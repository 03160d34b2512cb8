import { button, element } from "../core/element.ts";
import type { Seat } from "../core/seat.ts";
import { fileControl } from "../forms/controls.ts";
import { homeButton } from "./home.ts";

/** One line in which a person types a slash command, as on Slack. */
export function slackComposer(form: HTMLFormElement, seatNow: () => Seat, channelNow: () => string): void {
  const line = element("input", {
    ...{ type: "text", autocomplete: "off", "aria-label": "Message on Slack", list: "slack-commands" },
    placeholder: "/video a paper boat in the rain --ratio 9:16",
  });
  const picture = fileControl({ id: "slack-picture", accept: "image/*" });
  picture.node.setAttribute("aria-label", "A picture for a message on Slack");
  const hints = [
    "/video ",
    "/video-key set",
    "/video-key status",
    "/video-key remove",
    "/video-jobs",
    "/video-settings",
    "/video-data export",
    "/video-data delete",
    "/video-help",
  ];
  const send = element("button", { type: "submit", class: "button is-primary" }, "Send");
  const sample = (name: string) =>
    button(name, { class: "chip" }, () => {
      const url = `${seatNow().state.video.url}/samples/${name}.png`;
      line.value = `${line.value.trim() || "/video the light goes round"} --image ${url}`;
      line.focus();
    });
  form.append(
    element("div", { class: "row" }, line, send),
    element("datalist", { id: "slack-commands" }, ...hints.map((value) => element("option", { value }))),
    element(
      "p",
      { class: "hint" },
      "Flags: --ratio, --duration, --resolution, --image. A picture to try: ",
      sample("landscape"),
      " ",
      sample("portrait"),
      ". Words without a slash are a message; @reelay in it names the bot.",
    ),
    element(
      "div",
      { class: "row" },
      button("⚡ Make a video", { class: "chip" }, () =>
        seatNow().act("/sandbox/slack/shortcut", { callbackId: "make_video" }),
      ),
      homeButton(seatNow),
      picture.node,
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (line.value.trim() === "" || send.disabled) return;
    send.disabled = true;
    const text = line.value.trim();
    const isCommand = text.startsWith("/");
    void picture
      .read()
      .then(([given]) =>
        isCommand
          ? seatNow().act("/sandbox/slack/command", { text, channelId: channelNow() })
          : seatNow().act("/sandbox/slack/say", {
              text,
              channelId: channelNow(),
              ...(given ? { picture: given } : {}),
            }),
      )
      .then((done) => {
        send.disabled = false;
        if (done) line.value = "";
        if (done && !isCommand) picture.node.value = "";
        line.focus();
      });
  });
}
