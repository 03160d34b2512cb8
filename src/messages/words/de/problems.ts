import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { number } = amounts;
const KINDS = "Möglich sind PNG, JPEG, WebP und GIF.";
const NOTHING = "Es wurde nichts berechnet.";

export const picture: Words["picture"] = {
  tooLarge: "Das Bild ist größer als 5 MB. Nimm ein kleineres.",
  tooLargeBy: (megabytes) => `Das Bild hat ${number(megabytes)} MB, erlaubt sind 5 MB. Nimm ein kleineres.`,
  notAPicture: `Reelay kann das nicht als Bild verwenden. ${KINDS}`,
  notAPictureBut: (found) => `Reelay kann das nicht als Bild verwenden: Es ist ${found}. ${KINDS}`,
  found: {
    picture: "ein Bild einer anderen Art",
    video: "ein Video",
    sound: "eine Audiodatei",
    text: "eine Textdatei",
    page: "eine Webseite",
    pdf: "ein PDF",
    archive: "ein Archiv",
    document: "ein Office-Dokument",
    program: "ein Programm",
  },
  empty: "Das Bild ist leer: Es hat 0 Bytes. Lade es noch einmal hoch, oder nimm ein anderes.",
  unreadable:
    "Das Bild ist beschädigt: Breite und Höhe lassen sich nicht lesen. Speichere es neu als PNG oder JPEG, oder nimm ein anderes.",
  unreachable:
    "Das Bild ließ sich nicht öffnen. Prüf, ob seine Adresse für alle funktioniert, oder nimm ein anderes Bild.",
  private:
    "Bilder, die hier gepostet werden, sind privat, und dieser Bot kann sie nicht an den Videodienst weitergeben. Gib stattdessen die Webadresse eines öffentlichen Bildes an, oder bitte die Betreiber dieses Bots, gepostete Bilder zu ermöglichen.",
  address: {
    not_a_url: "Die Adresse des Bildes ist keine Webadresse. Nimm eine, die mit https:// beginnt.",
    not_https: "Die Adresse des Bildes muss mit https:// beginnen.",
    too_long: "Die Adresse des Bildes ist zu lang. Nimm eine kürzere.",
    has_login: "Die Adresse des Bildes enthält einen Benutzernamen oder ein Passwort. Nimm eine ohne.",
    not_public: "Die Adresse des Bildes ist nicht öffentlich. Nimm eine, die für alle funktioniert.",
  },
};

const FLAGS = "Die Flags sind --ratio, --duration, --resolution und --image.";

export const draft: Words["draft"] = {
  title: "Dieses Video wurde nicht gestartet",
  nothingCharged: NOTHING,
  noPrompt: "Sag in ein paar Worten, was im Video passieren soll.",
  promptTooLong: (length, most) => `Der Prompt hat ${number(length)} Zeichen, erlaubt sind ${number(most)}. Kürze ihn.`,
  badRatio: (given, allowed) => `„${given}“ ist kein mögliches Format. Wähle ${allowed}.`,
  badDuration: (given, allowed) => `„${given}“ ist keine mögliche Länge. Wähle ${allowed} Sekunden.`,
  badResolution: (given, allowed) => `„${given}“ ist keine mögliche Auflösung. Wähle ${allowed}.`,
  or: " oder ",
  twoPictures: "Das sind zwei Bilder: eine Datei und eine Adresse. Gib nur eines davon an.",
  unknownFlag: (flag) => `${flag} ist kein bekanntes Flag. ${FLAGS}`,
  flagWithoutValue: (flag) => `Nach ${flag} fehlt der Wert. ${FLAGS}`,
};

const CURE =
  "Falls ja: Erstell dort, wo du ihn herhast, einen neuen und lösch den alten. Andere können gesehen haben, was du in einen Chat tippst.";
const WHAT =
  "Das scheint einen API-Schlüssel oder ein Token zu enthalten. Es wurde deshalb weder weitergegeben noch gespeichert.";
const ELSE = "Falls nicht, formuliere es anders.";

export const leak: Words["leak"] = {
  atField: `${WHAT} ${CURE} ${ELSE}`,
  suspected: { title: "Ist da ein Schlüssel drin?", body: [`${WHAT} Nur du siehst das.`, CURE, ELSE, NOTHING] },
  own: {
    title: "Das enthält deinen API-Schlüssel",
    body: [
      "Was du geschickt hast, enthält deinen eigenen API-Schlüssel. Es wurde deshalb weder weitergegeben noch gespeichert. Nur du siehst das.",
      "Andere können gesehen haben, was du in einen Chat tippst: Erstell in deinem Dashboard beim Videodienst einen neuen Schlüssel, lösch dort den alten und füge den neuen hier hinzu.",
      NOTHING,
    ],
  },
  inTheOpen: {
    title: "Das sieht nach einem Schlüssel aus",
    body: [
      "Etwas in deiner Nachricht sieht nach einem API-Schlüssel oder Zugangstoken aus. Reelay hat nichts davon gespeichert. Lösch deine Nachricht, und erstell einen neuen Schlüssel, falls andere sie gelesen haben können.",
      "Schlüssel gehören in das private Formular. Falls es keiner war, nimm das Formular für dein Video.",
    ],
  },
};

export const animate: Words["animate"] = {
  title: "Bild animieren",
  sentence: (words) => `${words}.`,
  leftOut: (count) => `${count} weitere in dieser Nachricht sind nicht möglich: zu groß oder von einer anderen Art`,
  thePicture: (look) => `Das Bild: ${look}.`,
  picture: "Bild",
  unnamed: "Bild ohne Namen",
  nothing: "Nichts zu animieren",
  noPicture: `In dieser Nachricht ist kein Bild. Nutze den Befehl bei einer Nachricht mit Bild. ${KINDS}`,
  sticker: `Ein Sticker lässt sich nicht animieren. Poste ihn als Bild und nutze den Befehl dort. ${KINDS}`,
  video: `In dieser Nachricht ist ein Video, und nur Bilder lassen sich animieren. Poste ein Standbild daraus und nutze den Befehl dort. ${KINDS}`,
  forgotten: {
    title: "Abgelaufen",
    body: [
      `Solange ein Formular offen ist, behält Reelay sein Bild eine Stunde lang. Diese Stunde ist vorbei. ${NOTHING}`,
      "Nutze den Befehl noch einmal bei der Nachricht.",
    ],
  },
};
