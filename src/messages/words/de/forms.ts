import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const forms: Words["forms"] = {
  save: "Speichern",
  makeIt: "Erstellen",
  key: {
    title: "Dein API-Schlüssel",
    note: "Nur du siehst dieses Formular. Der Schlüssel wird ohne Credits geprüft und verschlüsselt gespeichert.",
    label: "API-Schlüssel",
    hint: "Aus deinem Dashboard beim Videodienst",
  },
  makeVideo: "Video erstellen",
  creditsAreTaken: "Credits werden beim Start berechnet und erstattet, wenn das Video fehlschlägt.",
  newVideo: "Damit entsteht ein neues Video. Credits werden beim Start berechnet und erstattet, wenn es fehlschlägt.",
  edit: "Ändern & starten",
  pictureAgain: "Bild erneut hinzufügen",
  risk: (atMost) => `Das erste Video kostete vielleicht schon bis zu ${credits(atMost)}. Dieses kostet extra.`,
  prompt: "Prompt",
  promptHint: "Was im Video passieren soll",
  ratio: "Format",
  duration: "Länge",
  resolution: "Auflösung und Preis",
  picture: "Bild",
  address: "Adresse eines Bildes",
  hints: {
    upload: "Optional. Ein Bild, das animiert wird, bis 5 MB.",
    address: "Optional. Die Adresse (https://…) eines Bildes, das animiert wird, bis 5 MB.",
    uploadKept: "Optional. Bleibt das Feld leer, wird das vorherige Bild verwendet. Bis 5 MB.",
    uploadEmpty: "Optional. Bis 5 MB.",
    addressEmpty: "Optional. https://…, bis 5 MB.",
    gone: "Das vorherige Bild lässt sich nicht mehr öffnen. Füge es oder ein anderes hinzu, bis 5 MB.",
  },
};

export const choices: Words["choices"] = {
  ratio: { "16:9": "16:9 (Querformat)", "9:16": "9:16 (Hochformat)" },
  asPicture: "Wie das Bild",
  duration: (seconds) => `${seconds} Sekunden`,
  resolution: (resolution, ten, fifteen) => `${resolution} (${ten} Credits für 10 s, ${fifteen} für 15 s)`,
  ping: {
    on: "An",
    off: "Aus",
    channel: "An, auch im Channel",
  },
  attach: { yes: "Wenn möglich in der Karte abspielen", no: "Nur der Link" },
  attachInThread: "Wenn möglich im Thread der Karte abspielen",
  visibility: { here: "Alle hier sehen die Karte", private: "Nur ich sehe die Karte" },
  confirmAbove: {
    always: () => "Immer",
    above: (most) => `Bei mehr als ${credits(most)}`,
    never: () => "Nie",
  },
};

export const settings: Words["settings"] = {
  yours: "Deine Einstellungen",
  saved: "Deine Einstellungen sind gespeichert",
  note: "Voreinstellungen für deine Videos.",
  first: "Optionen in einer Anfrage gehen vor, und ein Bild behält sein eigenes Format.",
  labels: {
    ratio: "Format",
    duration: "Länge",
    resolution: "Auflösung",
    ping: "Benachrichtigungen",
    attach: "Videodatei",
    visibility: "Sichtbarkeit",
    confirm_above: "Vorher fragen",
  },
  line: (label, chosen) => `${label}: ${chosen}`,
  or: " oder ",
  bad: (given, allowed) => `„${given}“ ist hier nicht möglich. Wähle ${allowed}.`,
  nothingChanged: "Nichts wurde geändert",
};
