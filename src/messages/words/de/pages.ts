import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number } = amounts;

export const spending: Words["spending"] = {
  thisMonth: (spent) => `Diesen Monat hast du verbraucht: ${spent}`,
  lastMonth: (spent) => `Letzten Monat: ${spent}`,
  none: "keine Credits",
  allBack: (used) => `${used}; alle kamen zurück.`,
  someBack: (used, refunded) => `${used}; ${credits(refunded)} zurückbekommen.`,
  noneBack: (used) => `${used}.`,
  maybe: (unknown) => `Weitere ${credits(unknown)} wurden vielleicht berechnet, das weiß niemand.`,
};

export const list: Words["list"] = {
  title: "Deine Videos",
  page: (page) => `Deine Videos, Seite ${page}`,
  none: "Du hast noch kein Video angefragt.",
  noOlder: "Es gibt keine älteren Videos.",
  choose: "Eine Karte hierher holen …",
  quoted: (prompt) => `„${prompt}“`,
};

export const home: Words["home"] = {
  make: { title: "Video erstellen", body: ["Aus Worten, oder aus Worten und einem Bild."] },
  welcome: {
    title: "Willkommen bei Reelay",
    say: (command) => [
      "Sag, was passieren soll, und Reelay macht ein kurzes Video daraus: Gib in einem Kanal ",
      command,
      " ein, oder schreib Reelay hier.",
    ],
    addKey:
      "Videos werden über dein eigenes Konto beim Videodienst bezahlt. Füge also zuerst deinen API-Schlüssel hinzu.",
  },
};

const allow = (permission: string) => `Ein Admin kann in den Kanaleinstellungen „${permission}“ erlauben.`;

export const help: Words["help"] = {
  title: "So erstellst du ein Video",
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
    ", und alle dürfen fehlen. Für ein Bild in einer Nachricht öffne das Menü der Nachricht: Apps, Bild animieren.",
  ],
  flags: (flags, command) => [
    "Alles andere wählst du hinter den Worten: ",
    flags,
    ". ",
    command,
    " allein öffnet ein Formular.",
  ],
  price: (resolution, ten, fifteen) =>
    `${resolution} kostet ${credits(ten)} für 10 Sekunden, ${credits(fifteen)} für 15 Sekunden`,
  prices: (prices) =>
    `Preise: ${prices.join("; ")}. Credits werden beim Start abgebucht und kommen zurück, wenn ein Video fehlschlägt.`,
  spentUnknown: "Was du diesen Monat verbraucht hast, lässt sich gerade nicht lesen.",
  key: (status, remove) => ["Dein Schlüssel: ", status, " zeigt, ob er funktioniert, ", remove, " vergisst ihn."],
  cannotStop:
    "Ein gestartetes Video lässt sich nicht anhalten. „Löschen“ nimmt die Karte mit ihrer Benachrichtigung weg, sonst nichts.",
  kept: (days, get, forget) => [
    `Prompts bleiben ${days === 1 ? "1 Tag" : `${number(days)} Tage`} nach dem Ende eines Videos gespeichert. `,
    "Was über dich gespeichert ist: ",
    get,
    " gibt es dir als private Datei, ",
    forget,
    " lässt es vergessen.",
  ],
  links: "Links funktionieren etwa 2 Stunden lang.",
  allWell: "Im Moment funktioniert alles.",
  trouble: (troubles) => `Störungen im Moment: ${troubles}.`,
  orVideo: {
    title: "Hilfe oder ein Video?",
    text: (price) =>
      `Mit „Hilfe“ liest du, wie Reelay funktioniert; mit „Starten“ entsteht ein Video zu diesem einen Wort. Das Video kostet ${credits(price)}. Es wurde nichts berechnet.`,
  },
  missing: {
    view_channel: `Reelay kann diesen Kanal nicht sehen und seine Karte deshalb nach 15 Minuten nicht mehr ändern. ${allow("Kanal ansehen")}`,
    send_messages: `Reelay kann in diesem Kanal nicht schreiben und muss dir vielleicht per Direktnachricht antworten. ${allow("Nachrichten senden")}`,
    send_in_threads: `Reelay kann in diesem Thread nicht schreiben und muss dir vielleicht per Direktnachricht antworten. ${allow("Nachrichten in Threads senden")}`,
    embed_links: `Reelays Links haben in diesem Kanal keine Vorschau. ${allow("Links einbetten")}`,
    attach_files: `Reelay kann in diesem Kanal keine Dateien posten, deshalb kommt ein Video als Link. ${allow("Dateien anhängen")}`,
    read_history: `Reelay kann in diesem Kanal nicht auf seine eigene Karte antworten, deshalb stehen seine Nachrichten für sich. ${allow("Nachrichtenverlauf anzeigen")}`,
  },
};
