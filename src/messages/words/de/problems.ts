import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { number } = amounts;
const KINDS = "PNG, JPEG, WebP und GIF gehen.";
const NOTHING = "Es wurde nichts berechnet.";

export const picture: Words["picture"] = {
  tooLarge: "Das Bild ist größer als 5 MB. Nimm ein kleineres.",
  tooLargeBy: (megabytes) => `Das Bild hat ${number(megabytes)} MB, erlaubt sind 5 MB. Nimm ein kleineres.`,
  notAPicture: `Das ist kein Bild, mit dem Reelay etwas anfangen kann. ${KINDS}`,
  notAPictureBut: (found) => `Das ist kein Bild, mit dem Reelay etwas anfangen kann, sondern ${found}. ${KINDS}`,
  empty: "Das Bild ist leer: Es hat 0 Bytes. Lade es noch einmal hoch, oder nimm ein anderes.",
  unreadable:
    "Das Bild ist beschädigt: Breite und Höhe lassen sich nicht lesen. Speichere es neu als PNG oder JPEG, oder nimm ein anderes.",
  unreachable:
    "Das Bild ließ sich nicht öffnen. Prüf, ob seine Adresse für alle funktioniert, oder nimm ein anderes Bild.",
  private:
    "Bilder, die hier gepostet werden, sind privat, und dieser Bot kann sie nicht an den Videodienst weitergeben. Gib stattdessen die Webadresse eines öffentlichen Bildes an, oder bitte die Betreiber dieses Bots, gepostete Bilder zu ermöglichen.",
  address: {
    not_a_url: "Die Adresse des Bildes ist keine Webadresse. Nimm eine, die mit https:// beginnt.",
    not_https: "Die Adresse des Bildes muss mit https:// beginnen. Nimm eine solche.",
    too_long: "Die Adresse des Bildes ist zu lang. Nimm eine kürzere.",
    has_login: "Die Adresse des Bildes enthält einen Benutzernamen oder ein Passwort. Nimm eine ohne.",
    not_public: "Die Adresse des Bildes ist nicht öffentlich. Nimm eine, die für alle funktioniert.",
  },
};

const FLAGS = "Es gibt --ratio, --duration, --resolution und --image.";

export const draft: Words["draft"] = {
  title: "Dieses Video wurde nicht gestartet",
  nothingCharged: NOTHING,
  noPrompt: "Sag in ein paar Worten, was im Video passieren soll.",
  promptTooLong: (length, most) => `Der Prompt hat ${number(length)} Zeichen, erlaubt sind ${number(most)}. Kürze ihn.`,
  badRatio: (given, allowed) => `„${given}“ ist kein mögliches Seitenverhältnis. Wähle ${allowed}.`,
  badDuration: (given, allowed) => `„${given}“ ist keine mögliche Länge. Wähle ${allowed} Sekunden.`,
  badResolution: (given, allowed) => `„${given}“ ist keine mögliche Auflösung. Wähle ${allowed}.`,
  or: " oder ",
  twoPictures: "Das sind zwei Bilder: eine Datei und eine Adresse. Gib nur eines davon an.",
  unknownFlag: (flag) => `${flag} gibt es hier nicht. ${FLAGS}`,
  flagWithoutValue: (flag) => `Hinter ${flag} fehlt der Wert. ${FLAGS}`,
};

const CURE =
  "Falls es einer ist: Mach dort, wo du ihn herhast, einen neuen und lösch den alten. Was in einen Chat getippt wurde, kann jemand gesehen haben.";
const WHAT =
  "Das sieht aus, als wäre ein API-Schlüssel oder ein Token darin. Es wurde deshalb weder weitergegeben noch gespeichert.";
const ELSE = "Falls nicht, schreib es anders.";

export const leak: Words["leak"] = {
  atField: `${WHAT} ${CURE} ${ELSE}`,
  suspected: { title: "Ist da ein Schlüssel drin?", body: [`${WHAT} Nur du siehst das.`, CURE, ELSE, NOTHING] },
  own: {
    title: "Darin ist dein API-Schlüssel",
    body: [
      "Was du geschickt hast, enthält deinen eigenen API-Schlüssel. Es wurde deshalb weder weitergegeben noch gespeichert. Nur du siehst das.",
      "Was in einen Chat getippt wurde, kann jemand gesehen haben: Mach im Dashboard deines Kontos beim Videodienst einen neuen Schlüssel, lösch dort den alten und füge den neuen hier hinzu.",
      NOTHING,
    ],
  },
  inTheOpen: {
    title: "Das sieht nach einem Schlüssel aus",
    body: [
      "Etwas in deiner Nachricht sieht nach einem API-Schlüssel oder Zugangstoken aus. Reelay hat nichts davon behalten. Lösch deine Nachricht, und mach einen neuen Schlüssel, falls andere sie gelesen haben können.",
      "Ein Schlüssel gehört in das private Formular. Falls es keiner war, nimm auch für dein Video das Formular.",
    ],
  },
};

export const animate: Words["animate"] = {
  title: "Bild animieren",
  sentence: (words) => `${words}.`,
  leftOut: (count) => `${count} weitere in dieser Nachricht gehen nicht: zu groß oder von anderer Art`,
  thePicture: (look) => `Das Bild: ${look}.`,
  picture: "Bild",
  unnamed: "Bild ohne Namen",
  nothing: "Nichts zu animieren",
  noPicture: `In dieser Nachricht ist kein Bild. Nutze den Befehl bei einer Nachricht mit Bild: ${KINDS}`,
  sticker: `Ein Sticker lässt sich nicht zum Leben erwecken. Poste ihn als Bild und nutze den Befehl dort: ${KINDS}`,
  video: `In dieser Nachricht ist ein Video, und nur Bilder lassen sich zum Leben erwecken. Poste ein Standbild daraus und nutze den Befehl dort: ${KINDS}`,
  forgotten: {
    title: "Zu alt",
    body: [
      `Solange ein Formular offen ist, behält Reelay sein Bild eine Stunde lang. Dieses hier ist schon vergessen. ${NOTHING}`,
      "Nutze den Befehl noch einmal bei der Nachricht.",
    ],
  },
};
