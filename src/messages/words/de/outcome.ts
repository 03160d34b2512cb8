import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const outcome: Words["outcome"] = {
  ready: "Das Video ist fertig",
  tooLarge: "Das Video ist zu groß für diesen Chat, deshalb steht hier nur der Link.",
  notTaken: "Das Video ließ sich in diesem Chat nicht posten, deshalb steht hier nur der Link.",
  link: "Video ansehen oder herunterladen",
  linkIsNew: "Das ist ein neuer Link. Wir wissen nicht, wie lange er funktioniert: Lade das Video bald herunter.",
  linkExpires: (when) => ["Der Link läuft ", when, " ab."],
  linkHasExpired: (when) => [
    "Der Link ist wahrscheinlich abgelaufen (",
    when,
    "). Schau in deinem Dashboard beim Videodienst nach, oder erstelle das Video noch einmal.",
  ],
  used: (amount) => `${credits(amount)} verbraucht.`,
  usedAbout: (amount) => `Etwa ${credits(amount)} verbraucht.`,
  noLink: {
    title: "Fertig, aber ohne Link",
    body: ["Der Videodienst hat das Video fertiggestellt, aber keinen Link geliefert."],
  },
  failed: "Fehlgeschlagen und erstattet",
  failedText: (refund) => `Das Video ist fehlgeschlagen. ${refund} Versuch es noch einmal, oder ändere den Prompt.`,
  refund: (amount) => `Du hast ${credits(amount)} zurückbekommen.`,
  refundAbout: (amount) => `Du hast etwa ${credits(amount)} zurückbekommen.`,
  notStarted: "Nicht gestartet",
  pressAgain: "Drück auf „Noch einmal“, um es jetzt zu starten.",
  why: {
    too_old:
      "Reelay war zu lange nicht erreichbar, deshalb wurde dieses Video nicht gestartet. Es wurde nichts berechnet.",
    restart:
      "Reelay wurde neu gestartet, bevor dieses Video dran war, deshalb wurde es nicht gestartet. Es wurde nichts berechnet.",
    answer_lost:
      "Es ist nicht sicher, ob du die erste Karte gesehen hast, deshalb wurde dieses Video nicht gestartet. Es wurde nichts berechnet.",
    answer_refused:
      "Unsere Antwort auf deinen Befehl kam nicht an, deshalb wurde dieses Video nicht gestartet. Es wurde nichts berechnet.",
    store:
      "Reelay konnte das nicht rechtzeitig speichern, deshalb wurde dieses Video nicht gestartet. Es wurde nichts berechnet.",
  },
};

export const unknown: Words["unknown"] = {
  title: "Wir wissen nicht, ob dieses Video erstellt wurde",
  answerLost:
    "Der Videodienst hat keine klare Antwort gegeben, deshalb wissen wir nicht, ob das Video gestartet wurde.",
  error: "Der Videodienst hat mit einem Fehler geantwortet, deshalb wissen wir nicht, ob das Video gestartet wurde.",
  silent: "Das Video wurde gestartet, aber der Videodienst meldet nichts mehr dazu.",
  mayBeCharged: (atMost) => `Vielleicht wurde es berechnet: höchstens ${credits(atMost)}.`,
  whereToLook: ["Schau in deinem Dashboard beim Videodienst nach."],
  whereToLookFor: (task) => ["Schau in deinem Dashboard beim Videodienst nach; der Auftrag ist ", task, "."],
  lookFirst: "Schau dort nach, bevor du es noch einmal versuchst: Ein zweites Video kann noch einmal kosten.",
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
  askedBy: (person) => ["Angefordert wurde es von ", person, ". Es wurde nichts berechnet."],
  unknown: "Wir wissen nicht, ob dein Video erstellt wurde.",
  unknownText: (mayBeCharged) => `${mayBeCharged} Auf der Karte steht, wo du nachschauen kannst.`,
};

export const refusal: Words["refusal"] = {
  noKey: {
    title: "Kein API-Schlüssel",
    body: ["Du hast keinen API-Schlüssel gespeichert. Es wurde nichts berechnet."],
  },
  badKey: {
    title: "Dein Schlüssel wurde abgelehnt",
    body: ["Der Videodienst nimmt deinen API-Schlüssel nicht an. Es wurde nichts berechnet."],
  },
  addKeyThen: (again) => ["Füge einen neuen Schlüssel hinzu und drück dann auf ", again, "."],
  noCredits: "Nicht genug Credits",
  costs: (price) =>
    `Dieses Video kostet ${credits(price)}, und dein Guthaben reicht dafür nicht. Es wurde nichts berechnet.`,
  topUp: "Lade dein Konto beim Videodienst auf und drück dann auf „Noch einmal“.",
  topUpOr: (least) =>
    `Lade dein Konto beim Videodienst auf, oder wähle 480p und 10 Sekunden; das kostet ${credits(least)}.`,
  badRequest: {
    title: "Anfrage abgelehnt",
    body: ["Der Videodienst hat diese Anfrage abgelehnt. Es wurde nichts berechnet."],
    said: (words) => `Der Videodienst hat diese Anfrage abgelehnt: „${words}“. Es wurde nichts berechnet.`,
    edit: "Mit „Ändern & starten“ kannst du sie ändern.",
  },
  changePrompt: "Ändere den Prompt und versuch es noch einmal.",
  changePromptOrPicture: "Ändere den Prompt oder das Bild und versuch es noch einmal.",
  rateLimited: {
    title: "Der Videodienst ist ausgelastet",
    body: [
      "Der Videodienst ist gerade ausgelastet. Es wurde nichts berechnet.",
      "Drück in ein paar Minuten auf „Noch einmal“.",
    ],
  },
  wrongAddress: {
    title: "Fehler in der Einrichtung",
    body: [
      "Reelay hat eine falsche Adresse für den Videodienst, deshalb wurde dieses Video nicht gestartet. Es wurde nichts berechnet.",
      "Bitte sag den Betreibern dieses Bots Bescheid.",
    ],
  },
  unavailable: {
    title: "Der Videodienst ist nicht erreichbar",
    body: [
      "Der Videodienst war nicht erreichbar, deshalb wurde dieses Video nicht gestartet. Es wurde nichts berechnet.",
      "Drück in ein paar Minuten auf „Noch einmal“.",
    ],
  },
  picture: "Dieses Bild kann nicht verwendet werden",
  nothingCharged: "Es wurde nichts berechnet.",
};
