import type { Words } from "../en.ts";

const ASK = "Frag die Betreiber dieses Bots.";
const NOTHING = "Es wurde nichts berechnet.";

export const notices: Words["notices"] = {
  cannotSave: {
    title: "Gerade nicht",
    body: [`Reelay kann das gerade nicht speichern. ${NOTHING}`, "Versuch es in einer Minute noch einmal."],
  },
  workspaceFull: {
    title: "Zu viele Videos hier",
    text: (most) =>
      `Hier ${most === 1 ? "entsteht gerade 1 Video" : `entstehen gerade ${most} Videos`}, und mehr sind gleichzeitig nicht erlaubt. ${NOTHING}`,
    next: "Versuch es in ein paar Minuten noch einmal.",
  },
  tooManyCommands: {
    title: "Etwas langsamer, bitte",
    text: (most) => `Mehr als ${most} Befehle in einer Minute gehen nicht. Versuch es in einer Minute noch einmal.`,
    next: NOTHING,
  },
  busy: {
    title: "Reelay ist beschäftigt",
    text: "Reelay ist mit den Befehlen anderer beschäftigt. Versuch es in einer Minute noch einmal.",
    next: NOTHING,
  },
  notAllowedHere: {
    title: "Nicht hier",
    body: [`Hier lassen sich keine Videos erstellen, oder nicht von dir. ${NOTHING}`, ASK],
  },
  blocked: { title: "Nicht erlaubt", body: [`Du kannst mit diesem Bot keine Videos erstellen. ${NOTHING}`, ASK] },
  notYours: {
    title: "Nicht deins",
    body: ["Das kann nur, wer dieses Video angefragt hat. Du kannst ein eigenes erstellen."],
  },
  strayPress: {
    title: "Es ist nichts passiert",
    body: [
      "Dieser Button gehört nicht zu der Nachricht, in der er gedrückt wurde. Es wurde nichts berechnet.",
      "Nimm die Karte des Videos selbst: Deine Videoliste holt sie hierher.",
    ],
  },
  goneCard: {
    title: "Zu alt",
    body: [
      `Reelay hat dieses Video vergessen, deshalb bewirkt dieser Knopf nichts mehr. ${NOTHING}`,
      "Frag ein neues an.",
    ],
  },
  noSuchVideo: {
    title: "Kein solches Video",
    body: [
      "Keines deiner Videos beginnt mit dieser ID. Du findest sie in der Liste deiner Videos: Gib sechs Zeichen oder mehr an.",
    ],
  },
  forgottenPrompt: {
    title: "Zu alt",
    body: [`Reelay hat diesen Prompt vergessen. ${NOTHING}`, "Tippe ihn noch einmal."],
  },
  stillStarting: {
    title: "Startet gerade",
    body: ["Dieses Video startet gerade. Hol seine Karte in einem Moment hierher."],
  },
  unknownAct: {
    title: "Hier nicht bekannt",
    text: `Das stammt aus einer anderen Version von Reelay, deshalb wurde nichts getan. ${NOTHING}`,
    next: (help) => `Tippe ${help}, um zu sehen, was es gibt.`,
  },
  somethingWentWrong: {
    title: "Etwas ist schiefgegangen",
    body: [
      `In Reelay ist etwas schiefgegangen. Dafür wurde kein Video gestartet. ${NOTHING}`,
      "Versuch es in einer Minute noch einmal.",
    ],
  },
  alreadyOnItsWay: {
    title: "Schon unterwegs",
    body: ["Es ist schon unterwegs. Dieser Klick hat nichts weiter gestartet."],
  },
  toldToo: { title: "Du bekommst auch Bescheid.", body: ["Wenn dieses Video endet, nennt eine Nachricht auch dich."] },
  toldUntil: {
    title: "Du bekommst auch Bescheid, eine Zeit lang.",
    text: (when) => [
      "Endet dieses Video bis ",
      when,
      ", nennt eine Nachricht auch dich. Danach kann Reelay hier nur noch der Person Bescheid geben, die es angefragt hat.",
    ],
  },
  nobodyTold: {
    title: "Hier geht das nicht",
    body: [
      "Wenn dieses Video endet, kann Reelay hier nur der Person Bescheid geben, die es angefragt hat. Niemand kam auf die Liste.",
    ],
  },
  toldAlready: {
    title: "Du stehst schon auf der Liste.",
    body: ["Wenn dieses Video endet, nennt eine Nachricht dich."],
  },
  toldAnyway: {
    title: "Du bekommst sowieso Bescheid.",
    body: ["Das ist dein eigenes Video: Wenn es endet, nennt eine Nachricht dich."],
  },
  listFull: {
    title: "Die Liste ist voll",
    body: ["Eine Nachricht kann nicht noch mehr Leute nennen. Die Karte selbst ändert sich für alle."],
  },
  alreadyOver: {
    title: "Es ist schon zu Ende",
    body: ["Es gibt nichts mehr abzuwarten: Auf der Karte steht, was daraus wurde."],
  },
  stillRunning: {
    title: "Noch unterwegs",
    body: [
      "Dieses Video ist noch in Arbeit, deshalb bleibt seine Karte. Der Dienst kann ein gestartetes Video nicht anhalten.",
      "Du kannst die Karte löschen, wenn es fertig ist.",
    ],
  },
};
