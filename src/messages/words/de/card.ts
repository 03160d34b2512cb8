import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const card: Words["card"] = {
  received: {
    title: "Anfrage angekommen",
    body: [
      "Diese Karte ändert sich, während das Video entsteht. Bleibt sie so, kommt an ihrer Stelle eine neue Nachricht.",
    ],
  },
  starting: "Startet …",
  queued: {
    title: "In der Warteschlange",
    body: [
      "Der Videodienst ist gerade ausgelastet. Dein Video steht in der Warteschlange und startet von selbst. Noch wurde nichts berechnet.",
    ],
  },
  serviceAway: "Der Videodienst ist nicht erreichbar. Reelay versucht es weiter. Noch wurde nichts berechnet.",
  making: "Das Video entsteht",
  overdue: {
    title: "Immer noch nicht fertig …",
    body: [
      "Das dauert viel länger als sonst. Reelay schaut weiter nach, und diese Karte ändert sich, sobald es Neues gibt.",
    ],
  },
  needsKey:
    "Der Videodienst nimmt deinen Schlüssel nicht mehr an. Füge einen neuen hinzu, dann geht dieses Video von selbst weiter.",
  lastSight: "Diese Karte lässt sich bald nicht mehr ändern. Das Ergebnis kommt als Direktnachricht.",
  noPercentage: "Noch kein Prozentwert",
  percentDone: (percent) => `${percent} % fertig`,
  left: (time) => `noch ${time}`,
  slow: "langsamer als sonst",
  comma: ", ",
};

export const facts: Words["facts"] = {
  askedBy: (person) => ["Angefragt von ", person],
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
  failed: (refunded) => `Fehlgeschlagen, ${credits(refunded)} zurückerstattet`,
  refused: "Abgelehnt, nichts berechnet",
  notStarted: "Nicht gestartet, nichts berechnet",
  nobodyKnows: "Ungewiss, vielleicht berechnet",
};
