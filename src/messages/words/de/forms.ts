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
    hint: "Aus dem Dashboard deines Kontos beim Videodienst",
  },
  makeVideo: "Video erstellen",
  creditsAreTaken: "Credits werden beim Start abgebucht und kommen zurück, wenn das Video fehlschlägt.",
  newVideo: "Das ergibt ein neues Video. Credits werden beim Start abgebucht und kommen zurück, wenn es fehlschlägt.",
  edit: "Ändern & starten",
  pictureAgain: "Bild erneut angeben",
  risk: (atMost) => `Das erste Video kostete vielleicht schon bis zu ${credits(atMost)}. Dieses kostet noch einmal.`,
  prompt: "Prompt",
  promptHint: "Was im Video passieren soll",
  ratio: "Format",
  duration: "Länge",
  resolution: "Auflösung und Preis",
  picture: "Bild",
  address: "Adresse eines Bildes",
  hints: {
    upload: "Optional. Ein Bild, das lebendig wird, bis 5 MB.",
    address: "Optional. Die Adresse (https://…) eines Bildes, das lebendig wird, bis 5 MB.",
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
    on: "Bescheid geben, wenn ein Video fertig ist",
    off: "Nur die Karte ändern",
    channel: "Bescheid geben und es auch im Channel zeigen",
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
  note: "So werden deine Videos, wenn du nichts anderes sagst.",
  first: "Was du in einer Anfrage sagst, geht vor, und das Format eines Bildes geht vor dem Format hier.",
  labels: {
    ratio: "Format",
    duration: "Länge",
    resolution: "Auflösung",
    ping: "Wenn ein Video fertig ist",
    attach: "Die Datei des Videos",
    visibility: "Sichtbarkeit",
    confirm_above: "Vor dem Start fragen",
  },
  line: (label, chosen) => `${label}: ${chosen}`,
  or: " oder ",
  bad: (given, allowed) => `„${given}“ geht hier nicht. Wähle ${allowed}.`,
  nothingChanged: "Nichts wurde geändert",
};
