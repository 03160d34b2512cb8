import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number } = amounts;

export const spending: Words["spending"] = {
  thisMonth: (spent) => `Dieser Monat: ${spent}.`,
  lastMonth: (spent) => `Letzter Monat: ${spent}.`,
  none: "keine Credits ausgegeben",
  spent: (spent) => `${credits(spent)} ausgegeben`,
  refunds: (charged, refunded) => ` (${number(charged)} berechnet, ${number(refunded)} erstattet)`,
  maybe: (atMost) => `, dazu bis zu ${number(atMost)} unbestätigt`,
};

export const list: Words["list"] = {
  title: "Deine Videos",
  page: (page) => `Deine Videos, Seite ${page}`,
  none: "Du hast noch kein Video erstellt.",
  noOlder: "Es gibt keine älteren Videos.",
  choose: "Eine Karte hierher holen …",
  quoted: (prompt) => `„${prompt}“`,
};

export const home: Words["home"] = {
  make: { title: "Video erstellen", body: ["Aus einem Prompt, mit oder ohne Bild."] },
  welcome: {
    title: "Willkommen bei Reelay",
    say: (command) => [
      "Sag, was passieren soll, und Reelay macht ein kurzes Video daraus: Gib in einem Channel ",
      command,
      " ein, oder schreib Reelay hier.",
    ],
    addKey:
      "Videos werden über dein eigenes Konto beim Videodienst abgerechnet. Füge also zuerst deinen API-Schlüssel hinzu.",
  },
};

const allow = (permission: string) => `Ein Admin kann in den Kanaleinstellungen „${permission}“ erlauben.`;

export const help: Words["help"] = {
  title: "So erstellst du ein Video",
  parts: {
    start: "Erste Schritte",
    prices: "Preise",
    yours: "Dein Schlüssel und deine Daten",
    know: "Gut zu wissen",
    now: "Im Moment",
  },
  sample: "eine Katze beim Surfen",
  addKey: (command) => [
    "1. Füge deinen eigenen API-Schlüssel hinzu: ",
    command,
    ". Du bekommst ihn in deinem Konto beim Videodienst.",
  ],
  say: (command) => [
    "2. Sag, was passieren soll: ",
    command,
    ". Die Karte zeigt, wie weit es ist, und du bekommst Bescheid, wenn es fertig ist.",
  ],
  options: (command) => [
    "Format, Länge, Auflösung und ein Bild sind Optionen von ",
    command,
    ", alle optional. Für ein Bild in einer Nachricht öffne das Menü der Nachricht: Apps, Bild animieren.",
  ],
  flags: (flags, command) => ["Flags kommen hinter den Prompt: ", flags, ". ", command, " allein öffnet ein Formular."],
  pricesNote: "Credits werden beim Start berechnet und erstattet, wenn ein Video fehlschlägt.",
  spentUnknown: "Was du diesen Monat ausgegeben hast, lässt sich gerade nicht lesen.",
  key: (status, remove) => ["Dein Schlüssel: ", status, " zeigt, ob er funktioniert, ", remove, " löscht ihn."],
  cannotStop:
    "Ein gestartetes Video lässt sich nicht anhalten. „Löschen“ entfernt nur die Karte und ihre Benachrichtigung.",
  kept: (days, get, forget) => [
    `Prompts bleiben ${days === 1 ? "1 Tag" : `${number(days)} Tage`} nach dem Ende eines Videos gespeichert. `,
    "Was über dich gespeichert ist: ",
    get,
    " gibt es dir als private Datei, ",
    forget,
    " löscht es.",
  ],
  links: "Links funktionieren etwa 2 Stunden lang.",
  allWell: "Alle Systeme laufen normal.",
  trouble: (troubles) => `Aktuelle Störungen: ${troubles}.`,
  orVideo: {
    title: "Hilfe oder ein Video?",
    text: (price) =>
      `Mit „Hilfe“ liest du, wie Reelay funktioniert; mit „Starten“ machst du ein Video aus diesem einen Wort. Das Video kostet ${credits(price)}. Es wurde nichts berechnet.`,
  },
  missing: {
    view_channel: `Reelay kann diesen Kanal nicht sehen und seine Karte deshalb nach 15 Minuten nicht mehr aktualisieren. ${allow("Kanal ansehen")}`,
    send_messages: `Reelay kann in diesem Kanal nicht schreiben und muss dir vielleicht per Direktnachricht Bescheid geben. ${allow("Nachrichten senden")}`,
    send_in_threads: `Reelay kann in diesem Thread nicht schreiben und muss dir vielleicht per Direktnachricht Bescheid geben. ${allow("Nachrichten in Threads senden")}`,
    embed_links: `Reelays Links haben in diesem Kanal keine Vorschau. ${allow("Links einbetten")}`,
    attach_files: `Reelay kann in diesem Kanal keine Dateien posten, deshalb kommt ein Video als Link. ${allow("Dateien anhängen")}`,
    read_history: `Reelay kann in diesem Kanal nicht auf seine eigene Karte antworten, deshalb kommen Benachrichtigungen als eigene Nachrichten. ${allow("Nachrichtenverlauf anzeigen")}`,
  },
};
