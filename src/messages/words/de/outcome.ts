import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const outcome: Words["outcome"] = {
  ready: "Das Video ist fertig",
  tooLarge: "Das Video ist zu groß für diesen Chat, deshalb steht hier nur der Link.",
  notTaken: "Das Video ließ sich nicht in diesen Chat stellen, deshalb steht hier nur der Link.",
  link: "Video ansehen oder herunterladen",
  linkIsNew:
    "Der Link wurde gerade neu geholt. Wie lange er funktioniert, ist nicht bekannt: Speichere das Video bald.",
  linkExpires: (when) => ["Der Link läuft ", when, " ab."],
  linkHasExpired: (when) => [
    "Der Link ist wahrscheinlich abgelaufen (",
    when,
    "). Schau im Dashboard deines Kontos beim Videodienst nach, oder erstelle das Video noch einmal.",
  ],
  used: (amount) => `${credits(amount)} verbraucht.`,
  usedAbout: (amount) => `Etwa ${credits(amount)} verbraucht.`,
  noLink: {
    title: "Das Video ist fertig, aber es gibt keinen Link",
    body: ["Der Videodienst meldet, dass es fertig ist, und hat keinen Link dazu genannt."],
  },
  failed: "Fehlgeschlagen und erstattet",
  failedText: (refund) => `Das Video ist fehlgeschlagen. ${refund} Versuch es noch einmal, oder ändere den Prompt.`,
  refund: (amount) => `Du hast ${credits(amount)} zurückbekommen.`,
  refundAbout: (amount) => `Du hast etwa ${credits(amount)} zurückbekommen.`,
  notStarted: "Nicht gestartet",
  pressAgain: "Drück auf „Noch einmal“, um es jetzt zu starten.",
  why: {
    too_old: "Reelay war zu lange weg, deshalb wurde dieses Video nicht gestartet. Es wurde nichts berechnet.",
    restart:
      "Reelay wurde neu gestartet, bevor dieses Video begonnen wurde. Es wurde nicht gestartet und nichts berechnet.",
    answer_lost:
      "Es ist nicht sicher, ob du die erste Karte gesehen hast, deshalb wurde dieses Video nicht gestartet. Es wurde nichts berechnet.",
    answer_refused:
      "Die Antwort auf deinen Befehl kam nicht an, deshalb wurde dieses Video nicht gestartet. Es wurde nichts berechnet.",
    store:
      "Reelay konnte das nicht rechtzeitig speichern, deshalb wurde dieses Video nicht gestartet. Es wurde nichts berechnet.",
  },
};

export const unknown: Words["unknown"] = {
  title: "Wir wissen nicht, was aus diesem Video wurde",
  answerLost: "Die Antwort des Videodienstes ging verloren, deshalb weiß hier niemand, ob das Video gestartet wurde.",
  error: "Der Videodienst hat einen Fehler gemeldet, deshalb weiß hier niemand, ob das Video gestartet wurde.",
  silent: "Das Video wurde gestartet, aber der Videodienst sagt nichts mehr dazu.",
  mayBeCharged: (atMost) => `Vielleicht wurde es berechnet: höchstens ${credits(atMost)}.`,
  whereToLook: ["Schau im Dashboard deines Kontos beim Videodienst nach."],
  whereToLookFor: (task) => ["Schau im Dashboard deines Kontos beim Videodienst nach; der Auftrag ist ", task, "."],
  lookFirst: "Schau dort nach, bevor du noch einmal anfragst: Eine zweite Anfrage kann ein zweites Mal kosten.",
};

export const notification: Words["notification"] = {
  ready: "Dein Video ist fertig.",
  noLink: {
    title: "Dein Video ist fertig, aber es gibt keinen Link.",
    body: ["Auf der Karte steht, wo du nachschauen kannst."],
  },
  failed: "Dein Video ist fehlgeschlagen.",
  notStarted: {
    title: "Dein Video wurde nicht gestartet.",
    body: ["Es wurde nichts berechnet. Auf der Karte steht, warum."],
  },
  notStartedForOthers: "Das Video wurde nicht gestartet.",
  askedBy: (person) => ["Gefragt hatte ", person, ". Es wurde nichts berechnet."],
  unknown: "Wir wissen nicht, was aus deinem Video wurde.",
  unknownText: (mayBeCharged) => `${mayBeCharged} Auf der Karte steht, wo du nachschauen kannst.`,
};

export const refusal: Words["refusal"] = {
  noKey: {
    title: "Dein Schlüssel fehlt",
    body: ["Von dir ist kein API-Schlüssel da, der benutzt werden könnte. Es wurde nichts berechnet."],
  },
  badKey: {
    title: "Dein Schlüssel wurde abgelehnt",
    body: ["Der Videodienst nimmt deinen API-Schlüssel nicht an. Es wurde nichts berechnet."],
  },
  addKeyThen: (again) => ["Füge einen neuen Schlüssel hinzu und drück dann auf ", again, "."],
  noCredits: "Nicht genug Credits",
  costs: (price) => `Dieses Video kostet ${credits(price)}, und dein Konto hat zu wenig. Es wurde nichts berechnet.`,
  topUp: "Lade dein Konto beim Videodienst auf und drück dann auf „Noch einmal“.",
  topUpOr: (least) =>
    `Lade dein Konto beim Videodienst auf, oder wähle 480p und 10 Sekunden; das kostet ${credits(least)}.`,
  badRequest: {
    title: "Anfrage abgelehnt",
    body: ["Der Videodienst hat diese Anfrage abgelehnt. Es wurde nichts berechnet."],
    said: (words) => `Der Videodienst hat diese Anfrage abgelehnt: „${words}“. Es wurde nichts berechnet.`,
    edit: "Mit „Ändern & starten“ kannst du sie ändern.",
  },
  changePrompt: "Ändere den Prompt und frag noch einmal an.",
  changePromptOrPicture: "Ändere den Prompt oder das Bild und frag noch einmal an.",
  rateLimited: {
    title: "Der Videodienst ist ausgelastet",
    body: [
      "Der Videodienst ist gerade ausgelastet. Es wurde nichts berechnet.",
      "Drück in ein paar Minuten auf „Noch einmal“.",
    ],
  },
  wrongAddress: {
    title: "Reelay ist falsch eingerichtet",
    body: [
      "Reelay hat eine falsche Adresse für den Videodienst, deshalb wurde dieses Video nicht gestartet. Es wurde nichts berechnet.",
      "Bitte sag denen Bescheid, die diesen Bot betreiben.",
    ],
  },
  unavailable: {
    title: "Der Videodienst ist nicht erreichbar",
    body: [
      "Der Videodienst war nicht erreichbar, deshalb wurde dieses Video nicht gestartet. Es wurde nichts berechnet.",
      "Drück in ein paar Minuten auf „Noch einmal“.",
    ],
  },
  picture: "Dieses Bild geht nicht",
  nothingCharged: "Es wurde nichts berechnet.",
};
