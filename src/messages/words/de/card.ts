import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const card: Words["card"] = {
  received: {
    title: "Anfrage angekommen",
    body: ["Diese Karte zeigt dir den Fortschritt. Geht das nicht, bekommst du stattdessen eine neue Nachricht."],
  },
  starting: "Startet …",
  queued: {
    title: "In der Warteschlange",
    body: [
      "Der Videodienst ist gerade ausgelastet. Dein Video steht in der Warteschlange und startet von selbst. Noch wurde nichts berechnet.",
    ],
  },
  serviceAway: "Der Videodienst ist nicht erreichbar. Reelay versucht es weiter. Noch wurde nichts berechnet.",
  making: "Video wird erstellt",
  overdue: {
    title: "Immer noch nicht fertig …",
    body: [
      "Das dauert viel länger als sonst. Reelay schaut weiter nach und aktualisiert diese Karte, sobald es Neues gibt.",
    ],
  },
  needsKey:
    "Der Videodienst nimmt deinen Schlüssel nicht mehr an. Füge einen neuen hinzu, dann geht dieses Video von selbst weiter.",
  lastSight: "Diese Karte wird bald nicht mehr aktualisiert. Das Ergebnis bekommst du als Direktnachricht.",
  noPercentage: "In Arbeit",
  percentDone: (percent) => `${percent} % fertig`,
  left: (time) => `noch ${time}`,
  slow: "langsamer als sonst",
  comma: ", ",
};

export const facts: Words["facts"] = {
  askedBy: (person) => ["Angefordert von ", person],
  price: (price) => `Preis: ${credits(price)}`,
  seconds: (seconds) => `${seconds} Sekunden`,
  shapeOfPicture: "Format deines Bildes",
  fromPicture: "aus einem Bild",
};

export const state: Words["state"] = {
  waitingToStart: "Wartet auf den Start",
  starting: "Startet",
  waitingForKey: "Wartet auf deinen Schlüssel",
  running: "Läuft",
  percentDone: (percent) => `${percent} % fertig`,
  ready: "Fertig",
  doneWithoutLink: "Fertig, aber ohne Link",
  failed: (refunded) => `Fehlgeschlagen, ${credits(refunded)} erstattet`,
  refused: "Abgelehnt, nichts berechnet",
  notStarted: "Nicht gestartet, nichts berechnet",
  nobodyKnows: "Unbekannt: vielleicht berechnet",
};
