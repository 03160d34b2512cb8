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
      `Hier ${most === 1 ? "wird gerade 1 Video" : `werden gerade ${most} Videos`} erstellt, mehr sind gleichzeitig nicht erlaubt. ${NOTHING}`,
    next: "Versuch es in ein paar Minuten noch einmal.",
  },
  tooManyCommands: {
    title: "Etwas langsamer, bitte",
    text: (most) => `Du kannst bis zu ${most} Befehle pro Minute nutzen. Versuch es in einer Minute noch einmal.`,
    next: NOTHING,
  },
  busy: {
    title: "Reelay ist beschäftigt",
    text: "Reelay ist mit den Befehlen anderer beschäftigt. Versuch es in einer Minute noch einmal.",
    next: NOTHING,
  },
  notAllowedHere: {
    title: "Nicht hier",
    body: [`Du kannst hier keine Videos erstellen. ${NOTHING}`, ASK],
  },
  blocked: { title: "Nicht erlaubt", body: [`Du kannst mit diesem Bot keine Videos erstellen. ${NOTHING}`, ASK] },
  notYours: {
    title: "Nicht dein Video",
    body: ["Das kann nur die Person, die dieses Video angefordert hat. Du kannst dein eigenes erstellen."],
  },
  strayPress: {
    title: "Es ist nichts passiert",
    body: [
      "Dieser Button gehört nicht zu der Nachricht, in der er gedrückt wurde. Es wurde nichts berechnet.",
      "Nimm die Karte des Videos selbst: Du kannst sie aus deiner Videoliste hierher holen.",
    ],
  },
  goneCard: {
    title: "Abgelaufen",
    body: [
      `Die Daten dieses Videos sind gelöscht, deshalb funktionieren seine Buttons nicht mehr. ${NOTHING}`,
      "Fordere ein neues Video an.",
    ],
  },
  noSuchVideo: {
    title: "Video nicht gefunden",
    body: [
      "Keine deiner Video-IDs beginnt so, oder mehrere beginnen so. Die IDs stehen in deiner Videoliste: Gib mindestens sechs Zeichen an.",
    ],
  },
  forgottenPrompt: {
    title: "Abgelaufen",
    body: [`Dieser Prompt ist nicht mehr gespeichert. ${NOTHING}`, "Gib ihn noch einmal ein."],
  },
  stillStarting: {
    title: "Startet gerade",
    body: ["Dieses Video startet gerade. Du kannst seine Karte gleich hierher holen."],
  },
  unknownAct: {
    title: "Aus einer anderen Version",
    text: `Das stammt aus einer anderen Version von Reelay und funktioniert hier nicht. ${NOTHING}`,
    next: (help) => ["Mit ", help, " siehst du, was du tun kannst."],
  },
  somethingWentWrong: {
    title: "Etwas ist schiefgegangen",
    body: [
      `In Reelay ist etwas schiefgegangen, und es wurde kein Video gestartet. ${NOTHING}`,
      "Versuch es in einer Minute noch einmal.",
    ],
  },
  alreadyOnItsWay: {
    title: "Schon in Arbeit",
    body: ["Dieses Video ist schon in Arbeit. Du hast kein zweites gestartet."],
  },
  justStarted: {
    title: "Gerade gestartet",
    body: [
      "Von dieser Karte aus wurde gerade erst ein Video gestartet. Für ein weiteres schick das Formular in ein paar Sekunden noch einmal ab. Hierfür wurde nichts berechnet.",
    ],
  },
  toldToo: { title: "Du bekommst auch Bescheid.", body: ["Wir erwähnen dich, wenn dieses Video fertig ist."] },
  toldUntil: {
    title: "Du bekommst auch Bescheid, eine Zeit lang.",
    text: (when) => [
      "Ist dieses Video bis ",
      when,
      " fertig, erwähnen wir dich. Danach kann Reelay nur noch der Person Bescheid geben, die es angefordert hat.",
    ],
  },
  nobodyTold: {
    title: "Hier nicht möglich",
    body: [
      "Reelay kann nur der Person Bescheid geben, die dieses Video angefordert hat. Du stehst nicht auf der Liste.",
    ],
  },
  toldAlready: {
    title: "Du stehst schon auf der Liste.",
    body: ["Wir erwähnen dich, wenn dieses Video fertig ist."],
  },
  toldAnyway: {
    title: "Du bekommst sowieso Bescheid.",
    body: ["Das ist dein eigenes Video: Wir erwähnen dich, wenn es fertig ist."],
  },
  listFull: {
    title: "Die Liste ist voll",
    body: ["Eine Nachricht kann nicht noch mehr Leute erwähnen. Die Karte selbst wird für alle aktualisiert."],
  },
  alreadyOver: {
    title: "Schon beendet",
    body: ["Es gibt nichts mehr abzuwarten: Das Ergebnis steht auf der Karte."],
  },
  stillRunning: {
    title: "Noch in Arbeit",
    body: [
      "Dieses Video ist noch in Arbeit, deshalb bleibt seine Karte. Ein gestartetes Video lässt sich nicht anhalten.",
      "Du kannst die Karte löschen, wenn es fertig ist.",
    ],
  },
};
